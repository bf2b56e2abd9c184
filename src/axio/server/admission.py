"""Who may sit down at a table that gathers people."""

from __future__ import annotations

from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from .accounts.account import is_account
from .faults import Denied
from .identity import Person


async def admit(connection: AsyncConnection, table: Any, person: Person) -> None:
    """Denied, with the reason, unless this person may take a seat there."""
    await admit_rated(connection, person, rated=table.rated)


async def admit_rated(connection: AsyncConnection, person: Person, *, rated: bool) -> None:
    """A rating belongs to an account."""
    if rated and not await is_account(connection, person):
        raise Denied("rated_needs_account")
