"""Every process writes a heartbeat to the database, every two seconds. No clock runs during a gap.

A server that was down, a database that was away, a machine that slept: whoever writes the first pulse after
such a gap keeps it as a downtime.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from dataclasses import dataclass, field

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.server.store import downtimes as kept
from axio.server.store import is_outage, pulses
from axio.server.table.clock import Downtimes

from .game_service import GameService

_LOG = logging.getLogger(__name__)
BEAT = 2.0  # seconds
GAP = 5.0  # seconds without a pulse of anyone that count as a downtime
_LONG_AGO = 3600.0  # seconds after which the pulse of a process that ended is cleared away


@dataclass(slots=True, eq=False)
class Heartbeat:
    """Writes the heartbeat of one process."""

    game_service: GameService
    name: str = field(default_factory=lambda: secrets.token_hex(8))
    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="pulse")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        since, table_cache = time.time(), self.game_service.table_cache
        while True:
            await asyncio.sleep(BEAT)
            try:
                await beat(table_cache.engine, self.name, time.time(), GAP)
                if time.time() - since > GAP:
                    table_cache.downtimes.periods = await known(table_cache.engine)
                since = time.time()
            except Exception as fault:
                if not is_outage(fault):
                    _LOG.exception("no pulse could be written")


async def first_beat(engine: AsyncEngine, *, shared: bool) -> Downtimes:
    """At the start: the time since the last heartbeat is a downtime, if no other process can be running."""
    await beat(engine, secrets.token_hex(8), time.time(), GAP if shared else 0.0)
    return await known(engine)


async def known(engine: AsyncEngine) -> Downtimes:
    """From when to when no server was up, the earliest first."""
    async with engine.connect() as connection:
        found = await connection.execute(select(kept).order_by(kept.c.began))
        return [(row.began, row.ended) for row in found]


async def beat(engine: AsyncEngine, name: str, now: float, gap: float) -> None:
    """Write a heartbeat, and store the time since the last one of any process if it was too long."""
    async with engine.begin() as connection:
        await _alone(connection)
        last = await connection.scalar(select(func.max(pulses.c.at)))
        if last is not None and now - last > gap:
            await connection.execute(insert(kept), {"began": last, "ended": now})
            await connection.execute(delete(pulses).where(pulses.c.at < now - _LONG_AGO))
        beaten = await connection.execute(update(pulses).where(pulses.c.process == name).values(at=now))
        if not beaten.rowcount:
            await connection.execute(insert(pulses), {"process": name, "at": now})


async def _alone(connection: AsyncConnection) -> None:
    """Of several processes that find the same gap, one stores it."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('axio pulse'))"))
