"""Who may sit down at a table that gathers people."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.accounts.account import is_account
from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.lobby.blocks import kept_away
from axio.server.lobby.requirements import Requirements
from axio.server.store import seats


async def admit(connection: AsyncConnection, table: Any, person: Person) -> None:
    """Denied, with the reason, unless this person may take a seat there."""
    sitting = select(seats.c.person).where(seats.c.table_id == table.id, seats.c.person.is_not(None))
    if await kept_away(connection, person, [*await connection.scalars(sitting)]):
        raise Denied("blocked")
    requirements = await Requirements.read(connection, [table], [person])
    if (why := requirements.unmet(table, person)) is not None:
        raise Denied(why)


async def admit_rated(connection: AsyncConnection, person: Person, *, rated: bool) -> None:
    """A rating belongs to an account."""
    if rated and not await is_account(connection, person):
        raise Denied("rated_needs_account")
