"""Every number that shapes training, in one place."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Settings:
    """How a network is made and taught. The defaults are those of the course `results`."""

    course: str = "results"
    game: str = "axio"
    seed: int = 1

    # the network
    first: int = 128  # neurons
    second: int = 64

    # lessons
    games: int = 2000  # between two updates
    mix: tuple[float, float, float, float] = (1.0, 4.0, 1.5, 1.5)  # share of games with 1, 2, 3, 4 seats
    shelf: float = 1e6  # lessons remembered
    passes: float = 3.0  # how often each is learned

    # studies alone
    moves: int = 1  # tried in a position
    worlds: int = 1
    ahead: int = 0  # turns of all seats together, before the teacher is asked

    # learning
    lessons: float = 20e6  # the whole course, which the rate follows
    rate: float = 2e-3
    rate_end: float = 2e-5
    steady: float = 0.998  # of the mean over weights that plays, what stays at a step
    batch: int = 1024  # lessons
    decay: float = 1e-4  # of weights
    score_weight: float = 3.0  # of final scores, beside the result
    apart_weight: float = 20.0  # of how moves of one position differ

    # looking at it
    measure_every: float = 300.0  # seconds
    measure_games: int = 24
    save_every: float = 60.0  # seconds

    def rate_at(self, done: float) -> float:
        """Geometrically from the first rate to the last."""
        share = min(max(done / self.lessons, 0.0), 1.0)
        return float(self.rate * (self.rate_end / self.rate) ** share)


RESULTS = Settings()
SIGHT = Settings(
    course="sight",
    first=512,
    second=128,
    games=64,
    moves=16,
    worlds=4,
    ahead=4,
    passes=4.0,
    rate=1e-3,
    rate_end=1e-4,
    batch=1536,
)
COURSES = {each.course: each for each in (RESULTS, SIGHT)}


def small(settings: Settings) -> Settings:
    """The same on any machine, for a try."""
    games = max(2, settings.games // 8)
    return replace(settings, first=64, second=32, games=games, lessons=1e6, shelf=2e5, measure_games=12)
