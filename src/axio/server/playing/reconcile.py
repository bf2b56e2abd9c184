"""What a process looks after by itself, every few seconds: nothing may wait for news that never came."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from axio.server.bus.local import News
from axio.server.process.metrics import TABLES
from axio.server.store import is_outage

from .bot_driver import BotDriver
from .game_service import GameService
from .premoves import Premoves

_LOG = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Reconciler:
    """A process that ended may have left tables untold and bots unmoved."""

    game_service: GameService
    bot_driver: BotDriver
    premoves: Premoves
    _task: asyncio.Task[None] | None = None
    _now: asyncio.Event | None = None

    def start(self) -> None:
        self._now = asyncio.Event()
        self._task = asyncio.create_task(self._run(self._now), name="rounds")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def hurry(self, _: News) -> None:
        """News were missed: do not wait for the next round."""
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
        TABLES.set(self.game_service.table_cache.count)
        try:
            for table in await self.game_service.table_cache.moved_on():
                await self.game_service.follow(table)
            await self.bot_driver.resume(waited)
            await self.premoves.resume()
        except Exception as fault:
            if not is_outage(fault):
                _LOG.exception("a round failed")
