"""Which level of the dial fits a person: by their results, the one they would beat about half the time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log, log1p
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from axio.bots.levels import dial, strength
from axio.server.identity.cookies import Person
from axio.server.schemas.tables import ProposedLevel

from .leaderboard import results_against_bots

RECENT = 30  # results that count: who learns should notice it
STEP = log(2)  # a level more takes two games of three
FIRST = 1.5  # what is assumed of somebody before their first game, in levels
SPREAD = 2.5  # and how far from it people are
FINE = 10  # guesses for each level


class BotResultAt(NamedTuple):
    """One result: the level of the bot, and what the person had of the win against it."""

    level: float
    score: float


async def proposed_level(connection: AsyncConnection, person: Person, game: str) -> ProposedLevel | None:
    """The level for this person; None where a game has no dial."""
    steps = dial(game)
    if not steps:
        return None
    rows = await results_against_bots(connection, person, game, RECENT)
    known = list(_known(((row.bot, row.mine, row.theirs) for row in rows), game))
    level = fitting_level(known, len(steps))
    return ProposedLevel(level=level, bot=steps[level - 1], games=len(known))


def fitting_level(results: Sequence[BotResultAt], levels: int) -> int:
    """The level nearest to what these results say."""
    guesses = [1 + step / FINE for step in range(FINE * (levels - 1) + 1)]
    likeliest: float = max(guesses, key=lambda guess: _likelihood(guess, results))
    return round(likeliest)


def _likelihood(guess: float, results: Iterable[BotResultAt]) -> float:
    """The logarithm of how likely these results are for somebody of this level, and such a person."""
    total = -(((guess - FIRST) / SPREAD) ** 2) / 2
    for level, score in results:
        ahead = STEP * (guess - level)
        total += score * ahead - log1p(exp(ahead))
    return total


def _known(rows: Iterable[tuple[str, int, int]], game: str) -> Iterable[BotResultAt]:
    for bot, mine, theirs in rows:
        place = strength(bot.partition("@")[0], game)
        if place is not None:
            score = 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
            yield BotResultAt(1 + place * (len(dial(game)) - 1), score)
