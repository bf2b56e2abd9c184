"""The server's own keys, stored in the database and made on the first start."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.server.store import settings


async def kept_key(engine: AsyncEngine, name: str, make: Callable[[], bytes]) -> bytes:
    """The key of this name. If several processes make it at once, the first one's is used."""
    wanted = select(settings.c.value).where(settings.c.name == name)
    async with engine.connect() as connection:
        if (found := await connection.scalar(wanted)) is not None:
            return bytes(found)
    try:
        async with engine.begin() as connection:
            await connection.execute(insert(settings), {"name": name, "value": make()})
    except IntegrityError:
        pass
    async with engine.connect() as connection:
        return bytes(await connection.scalar(wanted) or b"")
