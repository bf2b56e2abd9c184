"""A day of the daily deal as one person may see it: results, distribution, ranking, calendar."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.server.accounts.account import is_account
from axio.server.identity.cookies import Person
from axio.server.ratings.streaks import of_days
from axio.server.schemas.daily import (
    CalendarDay,
    DailyCount,
    DailyGame,
    DailyResult,
    DailyTry,
    Day,
    MyDays,
    Today,
)
from axio.server.store import accounts, daily_deals, daily_tries, people
from axio.server.table.day import before, end_of, is_over, now, today
from axio.server.table.deals import Deal

from .deals import deals_of, made_deals

WEEKS = 10  # shown in the calendar
TOP = 10


async def today_for(engine: AsyncEngine, person: Person) -> Today:
    """Today's deals with this person's results, yesterday's, and the commitments to tomorrow's."""
    day = today()
    deals = await made_deals(engine, day)
    tomorrow = await made_deals(engine, before(day, -1))
    return Today(
        today=await _day(engine, person, day, deals),
        yesterday=await past_day(engine, person, before(day)),
        tomorrow={name: deal.commitment for name, deal in tomorrow.items()},
    )


async def days_of(connection: AsyncConnection, person: Person) -> MyDays:
    """On which days this person finished a game, and how many in a row."""
    finished = await _finished(connection, person)
    recent = select(daily_deals.c.day).where(daily_deals.c.day >= _first_shown().isoformat())
    dealt = set(await connection.scalars(recent.distinct()))
    account = await is_account(connection, person)
    streak = of_days({*finished}, today())
    return MyDays(streak=streak, calendar=_calendar(finished, dealt), account=account)


async def past_day(engine: AsyncEngine, person: Person, day: date) -> Day | None:
    deals = await deals_of(engine, day)
    return await _day(engine, person, day, deals) if deals else None


async def _day(engine: AsyncEngine, person: Person, day: date, deals: dict[str, Deal]) -> Day:
    async with engine.connect() as connection:
        games = [await _game(connection, person, day, name, deal) for name, deal in deals.items()]
    return Day(day=day.isoformat(), over=is_over(day), ends=end_of(day), now=now(), games=games)


async def _game(connection: AsyncConnection, person: Person, day: date, name: str, deal: Deal) -> DailyGame:
    over = is_over(day)
    mine = await try_of(connection, day, name, person)
    shown = over or (mine is not None and mine.over)
    counted = await spread(connection, day, name)
    return DailyGame(
        game=name,
        commitment=deal.commitment,
        secret=deal.secret.hex() if over else None,
        mine=mine,
        players=counted.total(),
        spread=_without_gaps(counted + _unranked(mine)) if shown else None,
        best=await best(connection, day, name, person) if shown else None,
    )


async def _finished(connection: AsyncConnection, person: Person) -> Counter[date]:
    """How many games this person finished on each day, in time."""
    wanted = select(daily_tries.c.day, daily_tries.c.ended).where(
        daily_tries.c.person == person, daily_tries.c.ended.is_not(None)
    )
    found = [(date.fromisoformat(day), ended) for day, ended in await connection.execute(wanted)]
    return Counter(day for day, ended in found if ended < end_of(day))


def _first_shown() -> date:
    """The first day of the calendar, a Monday."""
    return before(today(), 7 * (WEEKS - 1) + today().weekday())


def _calendar(finished: Counter[date], dealt: set[str]) -> list[CalendarDay]:
    days = [before(_first_shown(), -ahead) for ahead in range((today() - _first_shown()).days + 1)]
    return [
        CalendarDay(day=day.isoformat(), finished=finished[day], dealt=day.isoformat() in dealt)
        for day in days
    ]


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


async def spread(connection: AsyncConnection, day: date, game: str) -> Counter[int]:
    """How many ranked attempts ended with each lowest colour."""
    lowest = func.substr(daily_tries.c.low, 1, 2)
    rows = await connection.execute(_counted(day, game, lowest, func.count()).group_by(lowest))
    return Counter({int(low): int(count) for low, count in rows})


def _unranked(mine: DailyTry | None) -> Counter[int]:
    """One's own result among the others, also where it is not ranked."""
    return Counter(mine.low[:1]) if mine is not None and mine.over and not mine.scored else Counter()


def _without_gaps(counted: Counter[int]) -> list[DailyCount]:
    """From the worst to the best."""
    lows = range(min(counted), max(counted) + 1) if counted else ()
    return [DailyCount(low=low, count=counted[low]) for low in lows]


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
