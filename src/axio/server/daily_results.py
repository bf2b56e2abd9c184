"""What came of a day's deal: the scored tries in order, how they spread, and where one of them lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from .daily_forms import DailyCount, DailyResult
from .day import end_of, is_over, read_day
from .identity import Person
from .store import accounts, daily_tries, people, seats, tables

TOP = 10


@dataclass(frozen=True, slots=True)
class Try:
    """One person's try at one deal."""

    person: Person
    day: date
    game: str
    table: str
    name: str
    scored: bool  # counts: by an account, and over before the day was
    over: bool
    in_time: bool
    key: str  # the ranking key as text that sorts; empty while the game runs

    @property
    def low(self) -> list[int]:
        """The colours from the lowest up."""
        return [int(part) for part in self.key.split(".")] if self.key else []


async def tries_of(connection: AsyncConnection, day: date) -> list[Try]:
    """Every try at a day's deals, the best first."""
    wanted = _tries().where(daily_tries.c.day == day.isoformat())
    found = [_try(row) for row in await connection.execute(wanted)]
    return sorted(found, key=lambda each: each.key, reverse=True)


async def tries_by(connection: AsyncConnection, person: Person, since: date) -> list[Try]:
    """One person's own tries since a day."""
    wanted = _tries().where(daily_tries.c.person == person, daily_tries.c.day >= since.isoformat())
    return [_try(row) for row in await connection.execute(wanted)]


def _tries() -> Select[Any]:
    return (
        select(daily_tries, tables.c.over, tables.c.ended, seats.c.low, seats.c.name, people.c.banned)
        .join_from(daily_tries, tables, tables.c.id == daily_tries.c.table_id)
        .join(seats, seats.c.table_id == tables.c.id)
        .outerjoin(accounts, accounts.c.person == daily_tries.c.person)
        .outerjoin(people, people.c.id == accounts.c.person)
        .order_by(daily_tries.c.began, daily_tries.c.table_id)
    )


def _try(row: Any) -> Try:
    day = read_day(row.day)
    assert day is not None
    in_time = bool(row.over) and row.ended < end_of(day)
    counts = row.scored and in_time and row.banned is False
    key = row.low or ""
    return Try(row.person, day, row.game, row.table_id, row.name, counts, row.over, in_time, key)


def spread(counted: Sequence[Try]) -> list[DailyCount]:
    """How many tries ended with each lowest colour; no gaps between the worst and the best."""
    found = Counter(each.low[0] for each in counted)
    if not found:
        return []
    return [DailyCount(low=low, count=found[low]) for low in range(min(found), max(found) + 1)]


def share_beaten(key: str, others: Sequence[str]) -> int | None:
    """The percentage of the others that a result beats, equal ones by half; None if there are none."""
    if not others:
        return None
    beaten = sum(other < key for other in others) + sum(other == key for other in others) / 2
    return round(100 * beaten / len(others))


def best(counted: Sequence[Try], person: Person) -> list[DailyResult]:
    """The first few of the day. Their games can be watched when the day is over, not before."""
    return [_result(each, counted, person) for each in counted[:TOP]]


def _result(one: Try, counted: Sequence[Try], person: Person) -> DailyResult:
    return DailyResult(
        place=1 + sum(other.key > one.key for other in counted),
        name=one.name,
        low=one.low,
        table=one.table if is_over(one.day) else None,
        mine=one.person == person,
    )
