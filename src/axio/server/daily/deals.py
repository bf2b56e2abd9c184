"""The deals of a day: one secret for each game, drawn a day ahead so that it can be committed to."""

from __future__ import annotations

from datetime import date

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.rules import game_names
from axio.rules.proof import NO_NONCE
from axio.server.store import daily_deals
from axio.server.table.day import now
from axio.server.table.deals import Deal, new_secret


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
