"""The bot `sprout`: plays as a child may, and errs as a child does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import exp, hypot, log
from random import Random
from typing import ClassVar

from axio.rules import Exchange, Keep, Malformed, Observation
from axio.rules.game import Game
from axio.rules.tracks import Tracks

from .options import bot_name
from .placements import Gains, Placement, curve, placements_of, tracks_after
from .protocol import SHOWN, Budget, Candidate, Choice
from .reasons import Reason, scoring_reason

SLOPE = 0.7  # what a point is worth beside the one below it


@dataclass(frozen=True)
class Sprout:
    """sees what lies near where it looks, likes points of any colour, and often forgets its lowest"""

    reach: float = 8.0  # cells: so far from where it looks, two spots of three are overlooked
    whim: float = 0.2  # points: how much a fancy counts
    memory: float = 0.9  # how often it thinks of which colours are low

    version: ClassVar[int] = 1

    def __post_init__(self) -> None:
        if self.reach <= 0 or self.whim < 0 or not 0 <= self.memory <= 1:
            raise Malformed("sprout: expected a reach above 0, a whim of 0 or more, a memory from 0 to 1")

    @property
    def name(self) -> str:
        return bot_name("sprout", self)

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        random, game = Random(key), observation.game
        if observation.asked:
            return Choice(random.choice((Exchange(), Keep())), (), Reason("whim"))
        before = observation.tracks[observation.seat]
        worth = sensible(game, before) if random.random() < self.memory else pretty
        liked = [
            (worth(gains) + self.whim * fancy(random), gains, placement)
            for gains, placement in self._noticed(observation, random)
        ]
        liked.sort(key=lambda each: -each[0])
        candidates = tuple(Candidate(placement.place, value) for value, _, placement in liked[:SHOWN])
        after = tracks_after(game, before, liked[0][1])
        return Choice(candidates[0].move, candidates, scoring_reason(game, before, after))

    def _noticed(self, view: Observation, random: Random) -> Iterator[tuple[Gains, Placement]]:
        """The placements it does not overlook: all on the spot it looks at, and fewer the farther off."""
        spots = [prospect.cells for prospect in view.board.prospects(view.first)]
        looked = random.choice(spots)
        seen = {
            cells
            for cells in spots
            if cells == looked or random.random() < exp(-self._distance(cells[0], looked[0]) / self.reach)
        }
        for gains, placements in placements_of(view).items():
            for placement in placements:
                if placement.prospect.cells in seen:
                    yield gains, placement

    @staticmethod
    def _distance(one: tuple[int, int], two: tuple[int, int]) -> float:
        return hypot(one[0] - two[0], one[1] - two[1])


def sensible(game: Game, before: Tracks) -> Callable[[Gains], float]:
    """What a placement brings, in points: those of low colours count most."""
    measure = curve(SLOPE, game)
    return lambda gains: measure.value(tracks_after(game, before, gains)) / SLOPE ** min(before)


def pretty(gains: Gains) -> float:
    """What a placement seems to bring: the points of its marks, whatever their colour."""
    return sum(points for _, points in gains[0])


def fancy(random: Random) -> float:
    """Mostly near 0, now and then a few points: the largest of many picks as a softmax does."""
    return -log(-log(max(random.random(), 1e-12)))
