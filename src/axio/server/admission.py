"""Who may sit down at a table that gathers people."""

from __future__ import annotations

from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from .identity import Person


async def admit(connection: AsyncConnection, table: Any, person: Person) -> None:
    """Denied, with the reason, unless this person may take a seat there."""
