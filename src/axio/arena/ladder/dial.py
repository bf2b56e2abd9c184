"""The dial's calibration: how strong each blur is, and which blurs make even steps from `sprout` to `master`.

Blurs in even distances meet their neighbours, the weakest `sprout` and the strongest `master`. All results
together give Elo by blur; the levels lie at equal distances of Elo.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from axio.arena.rating import Meeting, ratings
from axio.bots.dial import Dial
from axio.bots.levels import BLURS, dial

from . import plan
from .fixtures import Fixture
from .plan import Goal
from .results import Results
from .standings import Estimate, share

GENTLE, STRONG = "sprout", "master"
GRID = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.3, 0.0)  # blurs, from the weakest


@dataclass(frozen=True)
class Calibration:
    """What was found: Elo by blur, with `sprout` at 0, and the blur of each level."""

    elo: dict[float, float]
    top: float  # Elo of `master`
    blurs: dict[int, float]

    @property
    def step(self) -> float:
        """The Elo from one level to the next."""
        return self.top / (len(self.blurs) + 1)


def contenders(grid: Sequence[float] = GRID) -> tuple[str, ...]:
    """Everybody who plays for the calibration, roughly from weak to strong."""
    return (GENTLE, *(Dial(blur).name for blur in grid), STRONG)


def without_master(names: Sequence[str]) -> tuple[str, ...]:
    """The same without `master`, which takes most of the time: then somebody says how far ahead it is."""
    return tuple(name for name in names if name != STRONG)


def calibration_goals(game: str, deals: int, seed: str, names: Sequence[str] | None = None) -> list[Goal]:
    """Each contender meets the next."""
    pairs = pairwise(names or contenders())
    return [Goal(Fixture.usual(game, (upper, lower), seed), deals) for lower, upper in pairs]


def dial_goals(games: Sequence[str], seed: str) -> list[Goal]:
    """Each level of the dial as it is set now meets the level below."""
    pairs = [(game, pair) for game in games for pair in pairwise(dial(game))]
    return [
        Goal(Fixture.usual(game, (upper, lower), seed), plan.NEIGHBOURS) for game, (lower, upper) in pairs
    ]


def neighbour_shares(game: str, results: Results, seed: str) -> dict[int, Estimate | None]:
    """For each level from the second on, what it takes from the level below."""
    goals = dial_goals([game], seed)
    return {number: share(results.of(goal.fixture.key)) for number, goal in enumerate(goals, 2)}


def calibrated(
    goals: Sequence[Goal], results: Results, levels: int, ahead: float | None = None
) -> Calibration | None:
    """The blurs of so many levels from what was played; None before `sprout` and the top are joined. Without
    matches of `master`, `ahead` is its lead on the network in Elo."""
    met = [
        Meeting(goal.fixture.bots, {number: each.shares for number, each in deals.items()})
        for goal in goals
        if (deals := results.of(goal.fixture.key))
    ]
    found = ratings(met, GENTLE, at=0) if met else {}
    last = STRONG if ahead is None else Dial(0.0).name
    if last not in found:
        return None
    blurs = sorted((blur_of(name), rating.elo) for name, rating in found.items() if name.startswith("dial"))
    elo = dict(zip([blur for blur, _ in blurs], falling([elo for _, elo in blurs]), strict=True))
    top = found[last].elo + (ahead or 0)
    wanted = {number: top * (number - 1) / (levels - 1) for number in range(2, levels)}
    return Calibration(elo, top, {number: _blur_at(elo, target) for number, target in wanted.items()})


def blur_of(name: str) -> float:
    """The blur in the name of a dial."""
    return float(name.partition("blur=")[2] or Dial().blur)


def falling(values: Sequence[float]) -> list[float]:
    """The nearest values that never rise: where they do, neighbours share their mean."""
    blocks: list[list[float]] = []
    for value in values:
        blocks.append([value])
        while len(blocks) > 1 and _mean(blocks[-2]) < _mean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    return [_mean(block) for block in blocks for _ in block]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _blur_at(elo: dict[float, float], target: float) -> float:
    """The blur that is so strong, between those that were played; 0 where none is."""
    blurs = sorted(elo, reverse=True)
    return round(float(np.interp(target, [elo[blur] for blur in blurs], blurs)), 3)


def number_of_levels(game: str) -> int:
    """How many levels the dial of a game has, both ends included."""
    return len(BLURS.get(game, {})) + 2
