"""A person's preferences: whether they are listed as online, and their e-mail address."""

from __future__ import annotations

from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.server.identity.cookies import Person
from axio.server.store import preferences


async def preferences_of(connection: AsyncConnection, person: Person) -> Any:
    """The row, or None for somebody who never changed anything."""
    return (await connection.execute(select(preferences).where(preferences.c.person == person))).first()


async def set_preferences(engine: AsyncEngine, person: Person, **values: Any) -> None:
    """Change some preferences and keep the others."""
    changed = update(preferences).where(preferences.c.person == person).values(**values)
    async with engine.begin() as connection:
        if (await connection.execute(changed)).rowcount:
            return
    try:
        async with engine.begin() as connection:
            await connection.execute(insert(preferences), {"person": person, **values})
    except IntegrityError:  # another request inserted the row first
        async with engine.begin() as connection:
            await connection.execute(changed)
