"""A day of the daily deal as one person may see it, and the calendar of their own days."""

from __future__ import annotations

from collections import Counter
from datetime import date

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.server.accounts.account import is_account
from axio.server.identity.cookies import Person
from axio.server.ratings.streaks import of_days
from axio.server.schemas.daily import CalendarDay, DailyGame, Day, MyDays, Today
from axio.server.store import daily_deals, daily_tries
from axio.server.table.day import before, end_of, is_over, now, today
from axio.server.table.deals import Deal

from .deals import deals_of, made_deals
from .results import best, spread, try_of

WEEKS = 10  # shown in the calendar


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
    spreading = await spread(connection, day, name)
    return DailyGame(
        game=name,
        commitment=deal.commitment,
        secret=deal.secret.hex() if over else None,
        mine=mine,
        players=sum(each.count for each in spreading),
        spread=spreading if shown else None,
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
