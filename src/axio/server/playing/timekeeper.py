"""Looks at the clocks: time runs out whether or not anybody watches.

A table's `due` is a moment before which nobody there can be out of time, so that moves need not touch it.
When it has come, the clock is read, and either somebody is out or `due` is moved on. Several processes may
look at once: the log takes one row only. The clock is read at the last moment when every process is known to
have been able to take moves, so that nobody is out for a moment when their move could not have been taken.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass

from sqlalchemy import bindparam, select, update

from axio.server.store import is_outage, tables

from .game_service import GameService, Stale
from .leave_game import run_out
from .live_table import LiveTable

_LOG = logging.getLogger(__name__)

PAUSE = 0.4  # seconds between two looks
AT_ONCE = 200

_DUE = (
    select(tables.c.id)
    .where(tables.c.due <= bindparam("now"), tables.c.over.is_(False), tables.c.began.is_not(None))
    .order_by(tables.c.due)
    .limit(AT_ONCE)
)
_MOVE_ON = update(tables).where(tables.c.id == bindparam("table")).values(due=bindparam("new_due"))


@dataclass(slots=True, eq=False)
class Timekeeper:
    game_service: GameService
    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="timekeeper")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except Exception as fault:
                if not is_outage(fault):  # a database that is away comes back
                    _LOG.exception("the clocks could not be looked at")
            await asyncio.sleep(PAUSE)

    async def look(self) -> None:
        """Every table that is due."""
        async with self.game_service.table_cache.engine.connect() as connection:
            due = list(await connection.scalars(_DUE, {"now": time.time()}))
        until = await self.game_service.heartbeat.sure() if due else 0.0
        for name in due:
            try:
                await self._judge(await self.game_service.table_cache.find(name), until)
            except Exception as fault:  # one game that cannot be read must not stop all other clocks
                if is_outage(fault):
                    raise
                _LOG.exception("the clock of table %s could not be read", name)
                await self._move_on(name, time.time() + 60)

    async def _judge(self, live: LiveTable, until: float) -> None:
        async with live.lock:
            try:
                await self.game_service.catch_up(live)
                await run_out(self.game_service, live, until)
            except Stale:
                return  # a move came at the last moment; the next look will tell
            clock = live.clock(until)
        due = None if live.table.closed or clock is None else time.time() + clock.soonest
        await self._move_on(live.id, due)

    async def _move_on(self, table: str, due: float | None) -> None:
        async with self.game_service.table_cache.engine.begin() as connection:
            await connection.execute(_MOVE_ON, {"table": table, "new_due": due})
