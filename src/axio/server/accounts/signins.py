"""The sign-ins of an account, one for each browser, and moving a guest's games into an account."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.errors import Denied
from axio.server.identity.cookies import Identity, Person
from axio.server.playing.game_service import GameService
from axio.server.store import log, seats, signins, tables, wishes

FRESH = 900.0  # seconds after a proof of identity in which credentials may be changed

# The first match counts: browsers name each other in their user agents.
_BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrom": "Chrome", "Safari": "Safari"}
_SYSTEMS = {
    "Android": "Android",
    "iPhone|iPad": "iOS",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "Linux": "Linux",
}


async def add_signin(connection: AsyncConnection, person: Person, user_agent: str) -> str:
    """Add a sign-in; return its id, for the cookie."""
    name, now = secrets.token_hex(16), time.time()
    row = {"id": name, "person": person, "browser": browser_of(user_agent)}
    await connection.execute(insert(signins), row | {"created": now, "seen": now, "proved": now})
    return name


async def end_signins(connection: AsyncConnection, person: Person, *, but: str | None = None) -> None:
    """End all sign-ins of a person, or all but one."""
    await connection.execute(delete(signins).where(signins.c.person == person, signins.c.id != (but or "")))


async def end_signin(connection: AsyncConnection, person: Person, name: str) -> bool:
    ended = await connection.execute(delete(signins).where(signins.c.person == person, signins.c.id == name))
    return bool(ended.rowcount)


async def signins_of(connection: AsyncConnection, person: Person) -> list[Any]:
    wanted = select(signins).where(signins.c.person == person).order_by(signins.c.seen.desc())
    return list((await connection.execute(wanted)).all())


async def prove(connection: AsyncConnection, identity: Identity) -> None:
    """Note that this sign-in gave its password or passkey just now."""
    await connection.execute(
        update(signins).where(signins.c.id == identity.signin).values(proved=time.time())
    )


async def must_be_fresh(connection: AsyncConnection, identity: Identity) -> None:
    """Denied unless this sign-in gave its password or passkey recently."""
    proved = await connection.scalar(select(signins.c.proved).where(signins.c.id == identity.signin))
    if proved is None:
        raise Denied("no_account")
    if proved < time.time() - FRESH:
        raise Denied("prove_again")


def browser_of(user_agent: str) -> str:
    """A readable name for a browser: `Firefox · Linux`."""
    known = [
        next((name for sign, name in names.items() if re.search(sign, user_agent)), "")
        for names in (_BROWSERS, _SYSTEMS)
    ]
    return " · ".join(filter(None, known)) or "?"


async def games_of(connection: AsyncConnection, person: Person) -> Sequence[str]:
    """The tables where a person has a seat."""
    return list(await connection.scalars(select(seats.c.table_id).where(seats.c.person == person)))


async def games_to_bring(connection: AsyncConnection, guest: Person, person: Person) -> Sequence[str]:
    """The guest's tables, except those where the account has a seat already and daily deals."""
    theirs = select(seats.c.table_id).where((seats.c.person == person) | (seats.c.left_by == person))
    seated = select(seats.c.table_id).where((seats.c.person == guest) | (seats.c.left_by == guest))
    wanted = (
        select(tables.c.id)
        .where((tables.c.owner == guest) | tables.c.id.in_(seated))
        .where(tables.c.id.not_in(theirs), tables.c.daily.is_(None))
    )
    return list(await connection.scalars(wanted))


async def bring_games(connection: AsyncConnection, guest: Person, person: Person) -> Sequence[str]:
    """Give the guest's seats and tables to the account; return the tables that changed."""
    found = await games_to_bring(connection, guest, person)
    for column, table in (
        (tables.c.owner, tables.c.id),
        (seats.c.person, seats.c.table_id),
        (seats.c.left_by, seats.c.table_id),
        (log.c.person, log.c.table_id),
        (wishes.c.person, wishes.c.table_id),
    ):
        mine = update(column.table).where(column == guest, table.in_(found))
        await connection.execute(mine.values({column: person}))
    return found


async def reload_tables(game_service: GameService, names: Sequence[str]) -> None:
    """The owner or name of seats changed at these tables: make every process read them again."""
    await game_service.reread(names)
