"""Every number that shapes training, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """How a network is made and taught."""

    game: str = "axio"
    seed: int = 1

    # the network
    first: int = 128  # neurons
    second: int = 64

    # lessons
    games: int = 2000  # between two updates
    mix: tuple[float, float, float, float] = (1.0, 4.0, 1.5, 1.5)  # share of games with 1, 2, 3, 4 seats
    shelf: int = 1_000_000  # lessons remembered
    passes: float = 3.0  # how often each is learned

    # learning
    lessons: float = 20e6  # the whole course, which the rate follows
    rate: float = 2e-3
    rate_end: float = 2e-5
    batch: int = 1024
    decay: float = 1e-4  # of weights
    score_weight: float = 3.0  # of final scores, beside the result

    # looking at it
    measure_every: float = 300.0  # seconds
    measure_games: int = 24
    save_every: float = 60.0  # seconds

    def rate_at(self, done: float) -> float:
        """Geometrically from the first rate to the last."""
        share = min(max(done / self.lessons, 0.0), 1.0)
        return float(self.rate * (self.rate_end / self.rate) ** share)


SMALL = Settings(first=64, second=32, games=500, lessons=1e6, shelf=200_000, measure_games=12)
