"""The daily deal over HTTP: today, any day before, my own days, and my own attempt."""

from __future__ import annotations

from typing import Literal

from litestar import Response, get, post

from axio.draw.result import Caption, result
from axio.rules.tracks import low
from axio.server.daily import days
from axio.server.daily.deals import begin
from axio.server.errors import NotFound
from axio.server.identity.cookies import Person
from axio.server.notifications.wording import known_language, text
from axio.server.schemas.daily import DailyTry, Day, MyDays, Today
from axio.server.schemas.tables import Created
from axio.server.services import Services
from axio.server.table.day import read_day, today
from axio.server.table.table import Table
from axio.server.views.records import public_position


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


@get("/api/daily/{day_text:str}/{game:str}/result.svg", media_type="image/svg+xml")
async def result_picture(
    services: Services,
    person: Person,
    client: str,
    day_text: str,
    game: str,
    theme: Literal["light", "dark"] = "light",
    language: str = "en",
) -> Response[str]:
    """My result as a picture to share: where the tracks ended, and nothing of the deal."""
    day = read_day(day_text)
    async with services.engine.connect() as connection:
        mine = None if day is None else await days.try_of(connection, day, game, person)
    if mine is None or not mine.over:
        raise NotFound("no_such_day")
    table = await services.game_service.table(mine.table, person)
    picture = await services.replays.run(client, _drawn, table, mine, known_language(language), theme)
    return Response(picture, media_type="image/svg+xml")


def _drawn(table: Table, mine: DailyTry, language: str, theme: Literal["light", "dark"]) -> str:
    shown, _ = public_position(table, None)
    points = zip(shown.game.colours, shown.tracks[0], strict=True)
    scores = ", ".join(f"{count} {text(language, f'colour.{colour}')}" for colour, count in points)
    lowest = f"{text(language, 'scores.low')}: {low(shown.tracks[0])[0]}"
    line = text(language, "daily.alone")
    if mine.beaten is not None:
        line = text(language, "daily.beaten", n=mine.beaten)
    title, day = shown.game.title, table.terms.daily or ""
    caption = Caption(title, day, lowest, line, f"{lowest}. {scores}. {line}.")
    return result(shown, caption, theme=theme)


DAILY = [daily, my_days, daily_of, result_picture, try_daily]
