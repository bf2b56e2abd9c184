"""A fixture: who meets whom, at which game, with which budgets. How many deals is another question."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from axio.arena.match import Match
from axio.bots import Work, label

from .levels import bot_of, work_of

ENOUGH = 1_000_000


class Key(NamedTuple):
    """What results are filed under: bots with their versions, and what each could think."""

    game: str
    bots: tuple[str, ...]
    budgets: tuple[str, ...]
    seed: str


@dataclass(frozen=True)
class Fixture:
    """Bots at one table, the first of them the one that is asked about."""

    game: str
    bots: tuple[str, ...]
    works: tuple[Work, ...]
    seed: str

    @classmethod
    def usual(cls, game: str, bots: tuple[str, ...], seed: str, times: float = 1) -> Fixture:
        """With the work of the ladder; the first bot may have a multiple of its own."""
        works = [work_of(bot) for bot in bots]
        works[0] = Work(round(works[0].amount * times))
        return cls(game, bots, tuple(works), seed)

    @property
    def seats(self) -> int:
        return len(self.bots)

    @cached_property
    def key(self) -> Key:
        labels = tuple(label(bot_of(bot)) for bot in self.bots)
        return Key(self.game, labels, tuple(map(str, self.works)), self.seed)

    @cached_property
    def match(self) -> Match:
        """A match with more deals than anybody will play: which of them, the plan says."""
        bots = tuple(bot_of(bot) for bot in self.bots)
        return Match(self.game, bots, ENOUGH * self.seats, self.seed, self.works)


def duel(game: str, seats: int, level: str, other: str, seed: str) -> Fixture:
    """One of a level, against as many of another as there are seats left."""
    return Fixture.usual(game, (level, *[other] * (seats - 1)), seed)
