"""What came of a day's deal: the scored tries in order, how they spread, and where one of them lies."""

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
    """The colours from the lowest up, out of a ranking key; none while the game runs."""
    return [int(part) for part in key.split(".")] if key else []


def in_time(day: date) -> ColumnElement[bool]:
    """Over before the day was: afterwards the secret is out."""
    return daily_tries.c.ended < end_of(day)


def _counted(day: date, game: str, *columns: Any) -> Select[Any]:
    """The tries that are ranked: by accounts that are not shut out, and over in time."""
    return (
        select(*columns)
        .select_from(daily_tries)
        .join(accounts, accounts.c.person == daily_tries.c.person)
        .join(people, people.c.id == daily_tries.c.person)
        .where(daily_tries.c.day == day.isoformat(), daily_tries.c.game == game, in_time(day))
        .where(daily_tries.c.scored.is_(True), people.c.banned.is_(False))
    )


async def spread(connection: AsyncConnection, day: date, game: str) -> list[DailyCount]:
    """How many tries ended with each lowest colour; no gaps between the worst and the best."""
    lowest = func.substr(daily_tries.c.low, 1, 2)
    rows = await connection.execute(_counted(day, game, lowest, func.count()).group_by(lowest))
    found = {int(low): int(count) for low, count in rows}
    if not found:
        return []
    return [DailyCount(low=low, count=found.get(low, 0)) for low in range(min(found), max(found) + 1)]


async def best(connection: AsyncConnection, day: date, game: str, person: Person) -> list[DailyResult]:
    """The first few of the day. Their games can be watched when the day is over, not before."""
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
    """One person's try among the ranked ones, whether it is ranked itself or not."""
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
    """The percentage of the others that a result beats, equal ones by half; None if there are none."""
    return round(100 * (others - better - equal / 2) / others) if others else None
