"""Every number that shapes training, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """How a network is made and taught."""

    game: str = "axio"
    seed: int = 1

    # the network
    width: int = 32  # channels a colour
    blocks: int = 6
    rank: int = 4  # how richly the two halves of a tile speak to each other

    # self-play
    games: int = 4096  # at once, on the smallest board; fewer on larger ones
    steps: int = 32  # decisions a game between two updates
    mix: tuple[float, float, float, float] = (1.0, 6.0, 1.5, 1.5)  # share of rollouts with 1, 2, 3, 4 seats
    rivals: float = 0.25  # share of the games in which one seat is a past self
    pool: int = 8  # past selves remembered
    pool_every: int = 20  # updates between two of them

    # learning
    decisions: float = 40e6  # the whole course, which the rates below follow
    rate: float = 1e-3
    rate_end: float = 1e-4
    entropy: float = 0.01
    entropy_end: float = 0.001
    batch: int = 8192
    epochs: int = 2
    clip: float = 0.2
    margin: float = 0.25  # share of the result that goes by the lead, not by the win
    trace: float = 0.97  # lambda of the returns, per decision of any seat
    value_weight: float = 1.0
    score_weight: float = 0.5
    grad_norm: float = 1.0

    # looking at it
    measure_every: float = 45.0  # seconds
    measure_games: int = 1024
    save_every: float = 60.0  # seconds

    def rate_at(self, done: float) -> float:
        return _between(self.rate, self.rate_end, done / self.decisions)

    def entropy_at(self, done: float) -> float:
        return _between(self.entropy, self.entropy_end, done / self.decisions)


def _between(start: float, end: float, share: float) -> float:
    """Geometrically from start to end."""
    return float(start * (end / start) ** min(max(share, 0.0), 1.0))


SMALL = Settings(
    width=16, blocks=3, games=256, steps=16, batch=1024, decisions=2e6, pool_every=10, measure_games=128
)
