"""The daily deal over HTTP: today, any day before, and one's own try."""

from __future__ import annotations

from datetime import date

from litestar import get, post
from sqlalchemy import select

from .accounts import is_account
from .daily_deals import deals_of, made_deals
from .daily_forms import CalendarDay, DailyGame, DailyTry, Day, Today
from .daily_results import Try, best, share_beaten, spread, tries_by, tries_of
from .daily_tries import begin
from .day import before, end_of, is_over, now, read_day, today
from .deals import Deal
from .faults import NotFound
from .forms import Created
from .house import House
from .identity import Person
from .store import daily_deals
from .streaks import of_days

WEEKS = 10
LONGEST = 3660  # days looked back for a streak


@get("/api/daily")
async def daily(house: House, person: Person) -> Today:
    """Today's deals, what I made of them, yesterday's, and my days in a row."""
    day = today()
    deals = await made_deals(house.engine, day)
    tomorrow = await made_deals(house.engine, before(day, -1))
    async with house.engine.connect() as connection:
        mine = await tries_by(connection, person, before(day, LONGEST))
        dealt = set(await connection.scalars(select(daily_deals.c.day).distinct()))
        account = await is_account(connection, person)
    played = {each.day for each in mine if each.in_time}
    return Today(
        today=await _day(house, person, day, deals),
        yesterday=await _past(house, person, before(day)),
        tomorrow={name: deal.commitment for name, deal in tomorrow.items()},
        streak=of_days(played, day),
        calendar=_calendar(day, mine, dealt),
        account=account,
    )


@get("/api/daily/{text:str}")
async def daily_of(house: House, person: Person, text: str) -> Day:
    """A day that is over, or today as far as it goes."""
    day = read_day(text)
    found = None if day is None or day > today() else await _past(house, person, day)
    if found is None:
        raise NotFound("no_such_day")
    return found


@post("/api/daily/{game:str}")
async def try_daily(house: House, person: Person, game: str) -> Created:
    """My try at today's deal: a new table, or the one I have."""
    return Created(id=await begin(house, person, game))


async def _past(house: House, person: Person, day: date) -> Day | None:
    deals = await deals_of(house.engine, day)
    return await _day(house, person, day, deals) if deals else None


async def _day(house: House, person: Person, day: date, deals: dict[str, Deal]) -> Day:
    async with house.engine.connect() as connection:
        tries = await tries_of(connection, day)
    games = [
        _game(name, deal, is_over(day), [each for each in tries if each.game == name], person)
        for name, deal in deals.items()
    ]
    return Day(day=day.isoformat(), over=is_over(day), ends=end_of(day), now=now(), games=games)


def _game(name: str, deal: Deal, over: bool, tries: list[Try], person: Person) -> DailyGame:
    counted = [each for each in tries if each.scored]
    mine = next((each for each in tries if each.person == person), None)
    told = over or (mine is not None and mine.over)
    return DailyGame(
        game=name,
        commitment=deal.commitment,
        secret=deal.secret.hex() if over else None,
        mine=None if mine is None else _own(mine, counted),
        players=len(counted),
        spread=spread(counted) if told else None,
        best=best(counted, person) if told else None,
    )


def _own(mine: Try, counted: list[Try]) -> DailyTry:
    """One's own try among the scored ones, whether it counts itself or not."""
    others = [each.key for each in counted if each.person != mine.person]
    return DailyTry(
        table=mine.table,
        over=mine.over,
        scored=mine.scored,
        low=mine.low,
        place=1 + sum(other > mine.key for other in others) if mine.scored else None,
        beaten=share_beaten(mine.key, others) if mine.over else None,
    )


def _calendar(day: date, mine: list[Try], dealt: set[str]) -> list[CalendarDay]:
    """Whole weeks that end with this one."""
    days = [before(day, back) for back in range(7 * (WEEKS - 1) + day.weekday(), -1, -1)]
    return [
        CalendarDay(
            day=each.isoformat(),
            finished=sum(one.day == each and one.in_time for one in mine),
            dealt=each.isoformat() in dealt,
        )
        for each in days
    ]


DAILY = [daily, daily_of, try_daily]
