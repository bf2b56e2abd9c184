"""Solo high scores, and a person's results against each bot."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.identity.cookies import Person
from axio.server.schemas.ratings import BotResult, Score, Scores
from axio.server.store import log, seats, tables
from axio.server.table.table import DEALT

TOP = 20
HISTORY = 500

_ENDED = select(func.max(log.c.at)).where(log.c.table_id == tables.c.id).scalar_subquery()


async def scores(connection: AsyncConnection, person: Person, name: str) -> Scores:
    """The best solo games, this person's own, and their results against each bot."""
    best = (await connection.execute(_best(name))).all()
    mine = (await connection.execute(_mine(name, person))).all()
    met = (await connection.execute(_met(name, person))).all()
    return Scores(
        best=[_score(row, person) for row in best],
        mine=[_score(row, person) for row in reversed(mine)],
        bots=_results(met),
    )


def _counted(name: str) -> Select[Any]:
    return (
        select(tables.c.id, _ENDED.label("ended"), seats.c.name, seats.c.low, seats.c.person)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(tables.c.game == name, tables.c.over.is_(True), tables.c.practice.is_(False))
        .where(tables.c.origin == DEALT, seats.c.kind == "person", seats.c.low.is_not(None))
    )


def _best(name: str) -> Select[Any]:
    solo = _counted(name).where(tables.c.seats == 1, tables.c.daily.is_(None))
    return solo.order_by(seats.c.low.desc(), _ENDED).limit(TOP)


def _mine(name: str, person: Person) -> Select[Any]:
    solo = _counted(name).where(tables.c.seats == 1, seats.c.person == person)
    return solo.order_by(_ENDED.desc()).limit(HISTORY)


def _met(name: str, person: Person) -> Select[Any]:
    """The places of this person and of each bot, in every game they finished alone against bots."""
    me, bot = seats.alias("me"), seats.alias("bot")
    people = (
        select(func.count())
        .where(seats.c.table_id == tables.c.id, seats.c.kind == "person")
        .scalar_subquery()
    )
    return (
        select(tables.c.id, bot.c.bot, me.c.rank.label("mine"), bot.c.rank.label("theirs"))
        .join(me, me.c.table_id == tables.c.id)
        .join(bot, bot.c.table_id == tables.c.id)
        .where(me.c.person == person, bot.c.kind == "bot", bot.c.left_by.is_(None))
        .where(me.c.rank.is_not(None), people == 1)
        .where(tables.c.game == name, tables.c.over.is_(True), tables.c.practice.is_(False))
    )


def _score(row: Any, person: Person) -> Score:
    low = [int(part) for part in row.low.split(".")]
    return Score(table=row.id, name=row.name, low=low, when=row.ended, mine=row.person == person)


def _results(met: Any) -> list[BotResult]:
    """For each bot: games, those the person won against it, and ties."""
    found: dict[str, list[int]] = {}
    for row in met:
        counts = found.setdefault(row.bot, [0, 0, 0])
        counts[0] += 1
        counts[1] += row.mine < row.theirs
        counts[2] += row.mine == row.theirs
    return [
        BotResult(bot=bot, played=played, won=won, shared=shared)
        for bot, (played, won, shared) in sorted(found.items())
    ]
