"""The daily deal over HTTP: today, any day before, my own days, and my own attempt."""

from __future__ import annotations

from litestar import get, post

from axio.server.daily import days
from axio.server.daily.deals import begin
from axio.server.errors import NotFound
from axio.server.identity.cookies import Person
from axio.server.schemas.daily import Day, MyDays, Today
from axio.server.schemas.tables import Created
from axio.server.services import Services
from axio.server.table.day import read_day, today


@get("/api/daily")
async def daily(services: Services, person: Person) -> Today:
    """Today's deals with my results, yesterday's, and the commitments to tomorrow's."""
    return await days.today_for(services.engine, person)


@get("/api/daily/mine")
async def my_days(services: Services, person: Person) -> MyDays:
    """On which days I finished a game, and how many in a row."""
    async with services.engine.connect() as connection:
        return await days.days_of(connection, person)


@get("/api/daily/{text:str}")
async def daily_of(services: Services, person: Person, text: str) -> Day:
    """A past day, or today so far."""
    day = read_day(text)
    found = None if day is None or day > today() else await days.past_day(services.engine, person, day)
    if found is None:
        raise NotFound("no_such_day")
    return found


@post("/api/daily/{game:str}")
async def try_daily(services: Services, person: Person, game: str) -> Created:
    """My attempt at today's deal: a new table, or the one I have."""
    return Created(id=await begin(services.game_service, person, game))


DAILY = [daily, my_days, daily_of, try_daily]
