"""Removes open tables of the lobby: live ones whose owner is away, any others after two weeks."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from dataclasses import dataclass

from sqlalchemy import select, update

from axio.server.errors import Denied
from axio.server.open_tables.repository import LIVE_WAIT
from axio.server.open_tables.take_seat import close_table
from axio.server.open_tables.waiting_room import OpenTables
from axio.server.store import is_outage, tables

from .online import is_online

_LOG = logging.getLogger(__name__)
_PAUSE = 60.0  # seconds between two looks
_AT_ONCE = 200  # tables removed in one look


@dataclass(slots=True, eq=False)
class Expiry:
    open_tables: OpenTables
    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="expiry")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_PAUSE)
            try:
                await self.look(time.time())
            except Exception as fault:
                if not is_outage(fault):
                    _LOG.exception("open tables could not be looked at")

    async def look(self, now: float) -> None:
        """Let tables whose owner is online wait on, and close those that expired."""
        waits = tables.c.expires.is_not(None) & tables.c.began.is_(None)
        soon = (tables.c.speed == "live") & (tables.c.expires < now + LIVE_WAIT / 2)
        on = update(tables).where(waits, soon, is_online(tables.c.owner)).values(expires=now + LIVE_WAIT)
        over = select(tables.c.id, tables.c.owner).where(waits, tables.c.expires < now).limit(_AT_ONCE)
        async with self.open_tables.engine.begin() as connection:
            await connection.execute(on)
            expired = (await connection.execute(over)).all()
        for table in expired:
            with contextlib.suppress(Denied):  # dealt or closed meanwhile
                await close_table(self.open_tables, table.id, table.owner)
