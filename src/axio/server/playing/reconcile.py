"""Follows the changes of other processes, and takes over what they left undone."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from sqlalchemy import Select

from axio.server.bus.local import BusMessage
from axio.server.process.metrics import TABLES
from axio.server.store import is_outage
from axio.server.table_store.queries import waiting_for_bots, waiting_for_premoves

from .bot_driver import BotDriver
from .game_service import GameService
from .live_table import LiveTable
from .premoves import Premoves

AT_ONCE = 100  # tables whose bots are taken up again at once

_LOG = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class RemoteChanges:
    """Brings changes that other processes made to the watchers in this one."""

    game_service: GameService
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def hear(self, message: BusMessage) -> None:
        """A table changed in another process: read what is new, if it is in use here."""
        live = self.game_service.table_cache.known(str(message["id"]))
        if live is None:
            return
        if "gone" in message:
            self.game_service.let_go(live, here=False)
        elif live.idle:
            self.game_service.table_cache.forget(live)
        elif "seats" in message:
            self._read(live, self._reload(live))
        else:
            person = message.get("person")
            self._read(live, self.game_service.follow(live, None if person is None else str(person)))

    async def _reload(self, live: LiveTable) -> None:
        async with live.lock:
            await self.game_service.reload(live)

    def _read(self, live: LiveTable, reading: Awaitable[None]) -> None:
        task = asyncio.create_task(_logged(live, reading))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _logged(live: LiveTable, reading: Awaitable[None]) -> None:
    try:
        await reading
    except Exception as fault:  # the next round will tell
        if not is_outage(fault):
            _LOG.exception("what happened at table %s could not be read", live.id)


@dataclass(slots=True, eq=False)
class Reconciler:
    """Looks every few seconds for what a process that ended left undone: changes, bots, premoves."""

    game_service: GameService
    bot_driver: BotDriver
    premoves: Premoves
    _broken: set[str] = field(default_factory=set)  # tables whose premoves cannot be played
    _task: asyncio.Task[None] | None = None
    _now: asyncio.Event | None = None

    def start(self) -> None:
        self._now = asyncio.Event()
        self._task = asyncio.create_task(self._run(self._now), name="reconciler")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def hurry(self, _: BusMessage) -> None:
        """Messages of the bus were lost: do not wait for the next round."""
        if self._now is not None:
            self._now.set()

    async def _run(self, now: asyncio.Event) -> None:
        shared, orphaned = self.game_service.settings.shared, self.game_service.settings.orphaned
        await self._once(0 if not shared else orphaned)
        while True:
            try:
                async with asyncio.timeout(self.game_service.settings.reconciler):
                    await now.wait()
            except TimeoutError:
                pass
            now.clear()
            await self._once(orphaned)

    async def _once(self, waited: float) -> None:
        game_service = self.game_service
        TABLES.set(game_service.table_cache.count)
        try:
            longer, gone = await game_service.table_cache.behind()
            for live in gone:
                game_service.let_go(live, here=False)
            for live in longer:
                await game_service.follow(live)
            await self._resume_bots(waited)
            await self._resume_premoves()
        except Exception as fault:
            if not is_outage(fault):
                _LOG.exception("a round failed")

    async def _resume_bots(self, waited: float) -> None:
        """Every game that has waited so long for a bot goes on, a number of them at once."""
        for live in self.game_service.table_cache.watched:
            self.bot_driver.go_on(live)
        for name in await self._names(waiting_for_bots(time.time() - waited)):
            if self.bot_driver.busy >= AT_ONCE:
                return
            await self._take_up(name, self.bot_driver.wake, self.bot_driver.broken)

    async def _resume_premoves(self) -> None:
        """Every move that waits though its turn has come."""
        for name in await self._names(waiting_for_premoves()):
            await self._take_up(name, self.premoves.wake, self._broken)

    async def _names(self, wanted: Select[tuple[str]]) -> list[str]:
        async with self.game_service.table_cache.engine.connect() as connection:
            return list(await connection.scalars(wanted))

    async def _take_up(self, name: str, wake: Callable[[LiveTable], None], broken: set[str]) -> None:
        """Wake a table. One that cannot be read is `broken`, and does not delay the others."""
        if name in broken:
            return
        try:
            live = await self.game_service.table_cache.find(name)
            await self.game_service.follow(live)
            wake(live)
        except Exception as fault:
            if is_outage(fault):
                raise
            broken.add(name)
            _LOG.exception("table %s cannot go on", name)
