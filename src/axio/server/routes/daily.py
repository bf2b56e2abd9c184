"""The daily deal over HTTP: today, any day before, one's own days, and one's own try."""

from __future__ import annotations

from collections import Counter
from datetime import date

from litestar import get, post
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.accounts import is_account
from axio.server.daily.deals import deals_of, made_deals
from axio.server.daily.results import best, spread, try_of
from axio.server.daily.tries import begin
from axio.server.errors import NotFound
from axio.server.identity.cookies import Person
from axio.server.ratings.streaks import of_days
from axio.server.schemas.daily import CalendarDay, DailyGame, Day, MyDays, Today
from axio.server.schemas.tables import Created
from axio.server.services import Services
from axio.server.store import daily_deals, daily_tries
from axio.server.table.day import before, end_of, is_over, now, read_day, today
from axio.server.table.deals import Deal

WEEKS = 10


@get("/api/daily")
async def daily(services: Services, person: Person) -> Today:
    """Today's deals and what I made of them, yesterday's, and the promise of tomorrow's."""
    day = today()
    deals = await made_deals(services.engine, day)
    tomorrow = await made_deals(services.engine, before(day, -1))
    return Today(
        today=await _day(services, person, day, deals),
        yesterday=await _past(services, person, before(day)),
        tomorrow={name: deal.commitment for name, deal in tomorrow.items()},
    )


@get("/api/daily/mine")
async def my_days(services: Services, person: Person) -> MyDays:
    """On which days I finished something, and how many in a row."""
    async with services.engine.connect() as connection:
        finished = await _finished(connection, person)
        recent = select(daily_deals.c.day).where(daily_deals.c.day >= _first_shown().isoformat())
        dealt = set(await connection.scalars(recent.distinct()))
        account = await is_account(connection, person)
    streak = of_days({*finished}, today())
    return MyDays(streak=streak, calendar=_calendar(finished, dealt), account=account)


@get("/api/daily/{text:str}")
async def daily_of(services: Services, person: Person, text: str) -> Day:
    """A day that is over, or today as far as it goes."""
    day = read_day(text)
    found = None if day is None or day > today() else await _past(services, person, day)
    if found is None:
        raise NotFound("no_such_day")
    return found


@post("/api/daily/{game:str}")
async def try_daily(services: Services, person: Person, game: str) -> Created:
    """My try at today's deal: a new table, or the one I have."""
    return Created(id=await begin(services, person, game))


async def _past(services: Services, person: Person, day: date) -> Day | None:
    deals = await deals_of(services.engine, day)
    return await _day(services, person, day, deals) if deals else None


async def _day(services: Services, person: Person, day: date, deals: dict[str, Deal]) -> Day:
    async with services.engine.connect() as connection:
        games = [await _game(connection, person, day, name, deal) for name, deal in deals.items()]
    return Day(day=day.isoformat(), over=is_over(day), ends=end_of(day), now=now(), games=games)


async def _game(connection: AsyncConnection, person: Person, day: date, name: str, deal: Deal) -> DailyGame:
    over = is_over(day)
    mine = await try_of(connection, day, name, person)
    told = over or (mine is not None and mine.over)
    spreading = await spread(connection, day, name)
    return DailyGame(
        game=name,
        commitment=deal.commitment,
        secret=deal.secret.hex() if over else None,
        mine=mine,
        players=sum(each.count for each in spreading),
        spread=spreading if told else None,
        best=await best(connection, day, name, person) if told else None,
    )


async def _finished(connection: AsyncConnection, person: Person) -> Counter[date]:
    """How many games this person finished on each day, in time."""
    wanted = select(daily_tries.c.day, daily_tries.c.ended).where(
        daily_tries.c.person == person, daily_tries.c.ended.is_not(None)
    )
    found = [(date.fromisoformat(day), ended) for day, ended in await connection.execute(wanted)]
    return Counter(day for day, ended in found if ended < end_of(day))


def _first_shown() -> date:
    """The Monday with which the calendar begins."""
    return before(today(), 7 * (WEEKS - 1) + today().weekday())


def _calendar(finished: Counter[date], dealt: set[str]) -> list[CalendarDay]:
    days = [before(_first_shown(), -ahead) for ahead in range((today() - _first_shown()).days + 1)]
    return [
        CalendarDay(day=day.isoformat(), finished=finished[day], dealt=day.isoformat() in dealt)
        for day in days
    ]


DAILY = [daily, my_days, daily_of, try_daily]
