"""News of other processes: whoever looks at a table here is told what happened to it there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from dataclasses import dataclass, field

from axio.server.bus.local import News
from axio.server.store import is_outage
from axio.server.table.table import Table

from .game_service import GameService

_LOG = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class RemoteChanges:
    game_service: GameService
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def hear(self, news: News) -> None:
        """A table was changed elsewhere: if it matters to somebody here, read what is new."""
        table_cache = self.game_service.table_cache
        table = table_cache.known(str(news["id"]))
        if table is None:
            return
        if "gone" in news:
            table_cache.let_go(table)
        elif table.idle:
            table_cache.forget(table)
        elif "seats" in news:
            self._follow(table, self.game_service.reread([table.id]))
        else:
            person = news.get("person")
            self._follow(table, self.game_service.follow(table, None if person is None else str(person)))

    def _follow(self, table: Table, reading: Awaitable[None]) -> None:
        task = asyncio.create_task(self._read(table, reading))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read(self, table: Table, reading: Awaitable[None]) -> None:
        try:
            await reading
        except Exception as fault:  # the next round will tell
            if not is_outage(fault):
                _LOG.exception("what happened at table %s could not be read", table.id)
