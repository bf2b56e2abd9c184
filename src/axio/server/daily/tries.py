"""Everyone's one try at a day's deal: an ordinary solo table that cannot be had twice."""

from __future__ import annotations

import contextlib
import secrets
from datetime import date

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from axio.rules.proof import NO_NONCE
from axio.server.accounts import is_account
from axio.server.errors import NotFound
from axio.server.identity.cookies import Person
from axio.server.services import Services
from axio.server.store import daily_tries, people
from axio.server.table.day import now, today
from axio.server.table.history import History
from axio.server.table.table import DEALT, Chair, Table
from axio.server.table.terms import Terms

from .deals import made_deals


async def begin(services: Services, person: Person, game: str) -> str:
    """The table of this person's try today: made now, or the one there is already."""
    day = today()
    found = await made_deals(services.engine, day)
    if game not in found:
        raise NotFound("no_such_page")
    name = await _claimed(services, person, day, game)
    try:
        await services.game_service.table_cache.find(name)
    except NotFound:  # just claimed, or the server was ended between the claim and the table
        seed, secret = found[game].seed, found[game].secret
        opening = History.replayed(game, 1, seed, [])
        chair = Chair("person", await _name(services, person), None, person, NO_NONCE)
        terms = Terms(daily=day.isoformat())
        table = Table(name, person, DEALT, [chair], seed, secret, now(), opening, terms=terms)
        with contextlib.suppress(IntegrityError):  # the same person, at the same moment
            await services.game_service.table_cache.add(table)
    return name


async def _claimed(services: Services, person: Person, day: date, game: str) -> str:
    """The name of the table of the one try there is."""
    key = {"person": person, "day": day.isoformat(), "game": game}
    mine = select(daily_tries.c.table_id).filter_by(**key)
    row = {"table_id": secrets.token_hex(8), "began": now()}
    try:
        async with services.engine.begin() as connection:
            if (found := await connection.scalar(mine)) is not None:
                return str(found)
            scored = await is_account(connection, person)
            await connection.execute(insert(daily_tries), {**key, **row, "scored": scored})
        return str(row["table_id"])
    except IntegrityError:
        async with services.engine.connect() as connection:
            return str(await connection.scalar(mine))


async def _name(services: Services, person: Person) -> str:
    async with services.engine.connect() as connection:
        name: str | None = await connection.scalar(select(people.c.name).where(people.c.id == person))
    return name or "Player 1"
