"""News of other processes: whoever looks at a table here is told what happened to it there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from dataclasses import dataclass, field

from axio.server.news.bus import News
from axio.server.store import is_outage
from axio.server.table.tables import Table

from .hall import Hall

_LOG = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Follower:
    hall: Hall
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def hear(self, news: News) -> None:
        """A table was changed elsewhere: if it matters to somebody here, read what is new."""
        shelf = self.hall.shelf
        table = shelf.known(str(news["id"]))
        if table is None:
            return
        if "gone" in news:
            shelf.let_go(table)
        elif table.idle:
            shelf.forget(table)
        elif "seats" in news:
            self._follow(table, self.hall.reread([table.id]))
        else:
            person = news.get("person")
            self._follow(table, self.hall.follow(table, None if person is None else str(person)))

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
