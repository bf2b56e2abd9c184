"""When no server was up: nobody's time."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.store import downtimes as kept
from axio.server.table.clock import Downtimes


async def downtimes(connection: AsyncConnection) -> Downtimes:
    """From when to when, the earliest first."""
    found = await connection.execute(select(kept).order_by(kept.c.began))
    return [(row.began, row.ended) for row in found]
