"""Reviews of finished games over HTTP, and exercises made of them."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Annotated

from litestar import get, post
from litestar.params import Parameter
from litestar.response import Stream

from axio.review.model import Review
from axio.server.http.streams import NDJSON, lines
from axio.server.identity.cookies import Person
from axio.server.reviews.repository import card_of, cards_of
from axio.server.reviews.reviewer import reviewable
from axio.server.schemas.reviews import Exercise, ExerciseAnswer, ExerciseAttempt, Exercises, ReviewLine
from axio.server.services import Services
from axio.server.table.history import History
from axio.server.table.table import Table
from axio.server.views.records import seat_frame

Ply = Annotated[int, Parameter(ge=0, le=100_000)]


# A compressor would hold lines back, so this is sent as it is.
@get("/api/tables/{name:str}/review", media_type=NDJSON, opt={"line": ReviewLine, "packed": True})
async def review(services: Services, person: Person, client: str, name: str) -> Stream:
    """The review of a finished game, a line for each part as it is found. Never before the end."""
    table = await services.game_service.table(name, person)
    reviewable(table)
    found = await services.reviewer.check(table, person)
    history = await services.replays.run(client, table.history.with_all_steps)
    return Stream(_review_lines(services, person, table, history, found), media_type=NDJSON)


async def _review_lines(
    services: Services, person: Person, table: Table, history: History, found: Review | None
) -> AsyncIterator[bytes]:
    with (
        services.reviewer.reading(table, history, found, person) as outbox,
        services.guard.streaming(person, outbox.drop),
    ):
        async for line in lines(outbox):
            yield line


@get("/api/exercises")
async def my_exercises(services: Services, person: Person, table: str | None = None) -> Exercises:
    """My marked decisions, of all games or of one, to be tried again; those that are due first."""
    return Exercises(now=time.time(), cards=list(await cards_of(services.engine, person, table)))


@get("/api/tables/{name:str}/exercises/{ply:int}")
async def exercise(services: Services, person: Person, client: str, name: str, ply: Ply) -> Exercise:
    """A position of mine as I saw it then, before my move."""
    card = await card_of(services.engine, person, name, ply)
    table = await services.game_service.table(name, person)
    reviewable(table)
    view, spots, after = await services.replays.run(client, seat_frame, table, person, ply)
    return Exercise(card=card, view=view, spots=spots, after=after)


@post("/api/tables/{name:str}/exercises/{ply:int}", status_code=200)
async def attempt(
    services: Services, person: Person, client: str, name: str, ply: Ply, data: ExerciseAttempt
) -> ExerciseAnswer:
    """Try a move there. Any that costs nothing measurable is right."""
    card = await card_of(services.engine, person, name, ply)
    table = await services.game_service.table(name, person)
    reviewable(table)
    history = await services.replays.run(client, table.history.with_all_steps)
    return await services.exercise_judge.attempt(table, history, person, card, data.move)


REVIEWS = [review, my_exercises, exercise, attempt]
