"""The levels of the ladder with the work each has for a move, and fixtures: who meets whom, at which game.

How many deals of a fixture are played is another question.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from axio import bots
from axio.arena.match import Match
from axio.bots import USUAL, Bot, Work, label, make, names
from axio.bots.levels import LEVELS as FACES
from axio.rules import Malformed

LEVELS = tuple(level.name for level in FACES)  # from gentle to strong
ANCHOR = "greedy"  # stands at 1000 Elo
SEARCHING = frozenset({"planner", "master"})  # the slow ones: fewer games say what they are worth
NETWORKED = frozenset({"net", "master"})

# Where the usual work is not what a level needs: about 150 ms a move, AXIO with two seats, on two cores.
WORK: dict[str, int] = {"planner": 2000, "master": 5000}
ENOUGH = 1_000_000  # deals: more than anybody plays


def work_of(level: str) -> Work:
    return Work(WORK.get(level, USUAL.amount))


def present(level: str) -> bool:
    """Whether there is such a bot at all."""
    return level in known()


def plays(level: str, game: str) -> bool:
    """Whether a level is there and plays a game. A bot may say of a game that it lacks a network for it."""
    return present(level) and bots.plays(bot_of(level), game)


def absent(levels: Iterable[str], game: str) -> str | None:
    """The first of these that does not play a game here."""
    return next((level for level in levels if not plays(level, game)), None)


def prepare(level: str, game: str, seats: int) -> None:
    """Let a bot that compiles do so once, before many processes would each do it."""
    bots.prepare(bot_of(level), game, seats)


def levels_of(game: str, chosen: tuple[str, ...] = LEVELS) -> tuple[str, ...]:
    """The levels that play a game, in the order of the ladder."""
    return tuple(level for level in LEVELS if level in chosen and plays(level, game))


def checked(chosen: tuple[str, ...]) -> tuple[str, ...]:
    """These levels, or all of them where none is named. Malformed if one is not of the ladder."""
    for level in chosen:
        if level not in LEVELS:
            raise Malformed(f"{level[:40]!r} is not a level: expected one of {', '.join(LEVELS)}")
    return chosen or LEVELS


@cache
def known() -> frozenset[str]:
    """All bots there are; looking for those of other packages takes a while."""
    return frozenset(names())


@cache
def bot_of(name: str) -> Bot:
    return make(name)


class FixtureKey(NamedTuple):
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
    def key(self) -> FixtureKey:
        labels = tuple(label(bot_of(bot)) for bot in self.bots)
        return FixtureKey(self.game, labels, tuple(map(str, self.works)), self.seed)

    @cached_property
    def match(self) -> Match:
        """A match with more deals than anybody plays: which of them, the plan says."""
        met = tuple(bot_of(bot) for bot in self.bots)
        lucky = self.seats > 1 and bool(SEARCHING & set(self.bots))
        return Match(self.game, met, ENOUGH * self.seats, self.seed, self.works, luck=lucky)


def duel(game: str, seats: int, level: str, other: str, seed: str) -> Fixture:
    """One of a level, against as many of another as there are seats left."""
    return Fixture.usual(game, (level, *[other] * (seats - 1)), seed)
