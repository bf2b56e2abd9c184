"""The results of a day's deal: the ranking, the distribution, and one person's place in it."""

from __future__ import annotations

from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.identity.cookies import Person
from axio.server.schemas.daily import DailyCount, DailyResult, DailyTry
from axio.server.store import accounts, daily_tries, people
from axio.server.table.day import end_of, is_over

TOP = 10


def colours(key: str | None) -> list[int]:
    """The colours of a ranking key from the lowest up; empty while the game runs."""
    return [int(part) for part in key.split(".")] if key else []


def in_time(day: date) -> ColumnElement[bool]:
    """Finished before the end of the day, when the secret is published."""
    return daily_tries.c.ended < end_of(day)


def _counted(day: date, game: str, *columns: Any) -> Select[Any]:
    """The ranked attempts: by accounts that are not banned, and finished in time."""
    return (
        select(*columns)
        .select_from(daily_tries)
        .join(accounts, accounts.c.person == daily_tries.c.person)
        .join(people, people.c.id == daily_tries.c.person)
        .where(daily_tries.c.day == day.isoformat(), daily_tries.c.game == game, in_time(day))
        .where(daily_tries.c.scored.is_(True), people.c.banned.is_(False))
    )


async def spread(connection: AsyncConnection, day: date, game: str) -> list[DailyCount]:
    """How many attempts ended with each lowest colour, without gaps from the worst to the best."""
    lowest = func.substr(daily_tries.c.low, 1, 2)
    rows = await connection.execute(_counted(day, game, lowest, func.count()).group_by(lowest))
    found = {int(low): int(count) for low, count in rows}
    if not found:
        return []
    return [DailyCount(low=low, count=found.get(low, 0)) for low in range(min(found), max(found) + 1)]


async def best(connection: AsyncConnection, day: date, game: str, person: Person) -> list[DailyResult]:
    """The best of the day. Their games can be watched once the day is over."""
    wanted = _counted(day, game, daily_tries, accounts.c.handle)
    ranked = wanted.order_by(daily_tries.c.low.desc(), daily_tries.c.ended).limit(TOP)
    rows = (await connection.execute(ranked)).all()
    return [
        DailyResult(
            place=1 + sum(other.low > row.low for other in rows),
            name=row.handle,
            low=colours(row.low),
            table=row.table_id if is_over(day) else None,
            mine=row.person == person,
        )
        for row in rows
    ]


async def try_of(connection: AsyncConnection, day: date, game: str, person: Person) -> DailyTry | None:
    """One person's attempt compared with the ranked ones, whether it is ranked itself or not."""
    own = (daily_tries.c.person == person) & (daily_tries.c.game == game)
    wanted = select(daily_tries).where(own, daily_tries.c.day == day.isoformat())
    mine = (await connection.execute(wanted)).first()
    if mine is None:
        return None
    ranked = await connection.scalar(_counted(day, game, func.count()).where(own))
    better, equal, others = await _compared(connection, day, game, mine) if mine.low else (0, 0, 0)
    return DailyTry(
        table=mine.table_id,
        over=mine.low is not None,
        scored=bool(ranked),
        low=colours(mine.low),
        place=1 + better if ranked else None,
        beaten=share_beaten(better, equal, others) if mine.low else None,
    )


async def _compared(connection: AsyncConnection, day: date, game: str, mine: Any) -> tuple[int, int, int]:
    """How many of the others are better, how many equal, and how many there are."""
    key, count = daily_tries.c.low, func.count()
    counts = count.filter(key > mine.low), count.filter(key == mine.low), count
    wanted = _counted(day, game, *counts).where(daily_tries.c.person != mine.person)
    better, equal, others = (await connection.execute(wanted)).one()
    return better, equal, others


def share_beaten(better: int, equal: int, others: int) -> int | None:
    """The percentage of the others that a result beats, ties counted half; None without others."""
    return round(100 * (others - better - equal / 2) / others) if others else None
