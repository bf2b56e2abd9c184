"""The steps of the ladder, from gentle to strong, and what each may think about a move."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from axio.bots import USUAL, Bot, Work, make, names
from axio.rules import Malformed

LEVELS = ("sprout", "greedy", "careful", "planner", "net", "master")
ANCHOR = "greedy"  # stands at 1000 Elo
SEARCHING = frozenset({"planner", "master"})  # the slow ones: fewer games say what they are worth
NETWORKED = frozenset({"net", "master"})

# Where the usual work is not what a level needs: about 150 ms a move, AXIO with two seats, on two cores.
WORK: dict[str, int] = {"planner": 2000, "master": 5000}


def work_of(level: str) -> Work:
    return Work(WORK.get(level, USUAL.amount))


def present(level: str) -> bool:
    """Whether there is such a bot at all."""
    return level in known()


def plays(level: str, game: str) -> bool:
    """Whether a level is there and plays a game. A bot may say of a game that it lacks a network for it."""
    if not present(level):
        return False
    able = getattr(bot_of(level), "plays", None)
    return able is None or bool(able(game))


def absent(levels: Iterable[str], game: str) -> str | None:
    """The first of these that does not play a game here."""
    return next((level for level in levels if not plays(level, game)), None)


def prepare(level: str, game: str, seats: int) -> None:
    """Let a bot that compiles do so once, before many processes would each do it."""
    if ready := getattr(bot_of(level), "prepare", None):
        ready(game, seats)


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
