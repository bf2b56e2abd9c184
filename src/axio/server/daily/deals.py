"""The deals of a day, and a person's one attempt at each of them."""

from __future__ import annotations

import contextlib
import secrets
from datetime import date

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.rules import game_names
from axio.rules.proof import NO_NONCE
from axio.server.accounts.account import is_account, seat_name
from axio.server.errors import NotFound
from axio.server.identity.cookies import Person
from axio.server.playing.game_service import GameService
from axio.server.store import daily_deals, daily_tries
from axio.server.table.day import now, today
from axio.server.table.deals import Deal, new_secret
from axio.server.table.history import History
from axio.server.table.table import DEALT, Chair, Table
from axio.server.table.terms import Terms


async def deals_of(engine: AsyncEngine, day: date) -> dict[str, Deal]:
    """The deal of every game on a day; empty for a day on which nobody visited."""
    wanted = select(daily_deals).where(daily_deals.c.day == day.isoformat())
    async with engine.connect() as connection:
        rows = (await connection.execute(wanted)).all()
    secrets = {row.game: row.secret for row in rows}
    # No nonces: the deal is the same for everyone.
    return {name: Deal(secrets[name], (NO_NONCE,)) for name in game_names() if name in secrets}


async def made_deals(engine: AsyncEngine, day: date) -> dict[str, Deal]:
    """The deals of a day, drawn now if there are none yet."""
    found = await deals_of(engine, day)
    missing = [name for name in game_names() if name not in found]
    if not missing:
        return found
    rows = [
        {"day": day.isoformat(), "game": name, "secret": new_secret(), "created": now()} for name in missing
    ]
    try:
        async with engine.begin() as connection:
            await connection.execute(insert(daily_deals), rows)
    except IntegrityError:
        pass  # another process was first; its secrets are used
    return await deals_of(engine, day)


async def begin(game_service: GameService, person: Person, game: str) -> str:
    """The table of this person's attempt today, created now or before; return its id."""
    day, engine = today(), game_service.table_cache.engine
    found = await made_deals(engine, day)
    if game not in found:
        raise NotFound("no_such_page")
    name = await _claim(engine, person, day, game)
    try:
        await game_service.table_cache.find(name)
    except NotFound:  # just claimed, or the server stopped between the claim and the table
        seed, secret = found[game].seed, found[game].secret
        opening = History.replayed(game, 1, seed, [])
        async with engine.connect() as connection:
            known = await seat_name(connection, person, None)
        chair = Chair("person", known or "Player 1", None, person, NO_NONCE)
        terms = Terms(daily=day.isoformat())
        table = Table(name, person, DEALT, [chair], seed, secret, now(), opening, terms=terms)
        with contextlib.suppress(IntegrityError):  # the same person, at the same moment
            await game_service.table_cache.add(table)
    return name


async def _claim(engine: AsyncEngine, person: Person, day: date, game: str) -> str:
    """Claim the one attempt there is; return the id of its table."""
    key = {"person": person, "day": day.isoformat(), "game": game}
    mine = select(daily_tries.c.table_id).filter_by(**key)
    row = {"table_id": secrets.token_hex(8), "began": now()}
    try:
        async with engine.begin() as connection:
            if (found := await connection.scalar(mine)) is not None:
                return str(found)
            scored = await is_account(connection, person)
            await connection.execute(insert(daily_tries), {**key, **row, "scored": scored})
        return str(row["table_id"])
    except IntegrityError:
        async with engine.connect() as connection:
            return str(await connection.scalar(mine))
