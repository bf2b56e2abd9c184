"""The live tables of a process: loaded on demand, dropped when nobody uses them."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy.ext.asyncio import AsyncEngine

from axio.server import store
from axio.server.errors import Denied, NotFound
from axio.server.table.table import Table
from axio.server.table_store import repository
from axio.server.table_store.queries import newest_rows

from .live_table import KnownDowntimes, LiveTable

KEPT = 200  # tables that nobody watches
_NAME = re.compile(r"\w{1,32}")


@dataclass(slots=True, eq=False)
class TableCache:
    """One live table per table, so that its lock means something."""

    engine: AsyncEngine
    downtimes: KnownDowntimes = field(default_factory=KnownDowntimes)
    _tables: OrderedDict[str, LiveTable] = field(default_factory=OrderedDict)
    _alive: WeakValueDictionary[str, LiveTable] = field(
        default_factory=WeakValueDictionary
    )  # that anybody holds
    _loading: dict[str, asyncio.Task[Table]] = field(default_factory=dict)

    async def find(self, name: str) -> LiveTable:
        if (live := self.known(name)) is not None:
            return self._keep(live)
        if not _NAME.fullmatch(name):
            raise NotFound("no_such_table")
        if name not in self._loading:
            self._loading[name] = asyncio.create_task(repository.load(self.engine, name))
        try:
            table = await asyncio.shield(self._loading[name])
        finally:
            self._loading.pop(name, None)
        return self._keep(self.known(name) or LiveTable(table, self.downtimes))

    async def held(self, name: str) -> LiveTable | None:
        """A table that is in memory, or on its way there."""
        if name in self._loading:
            with contextlib.suppress(Denied):
                await self.find(name)
        return self.known(name)

    async def add(self, table: Table, log: Sequence[Mapping[str, Any]] = ()) -> LiveTable:
        """Save a new table; `log`: as `log_of` made it, for a table that has one."""
        await repository.save(self.engine, table, log)
        return self._keep(LiveTable(table, self.downtimes))

    @property
    def watched(self) -> list[LiveTable]:
        """The tables that somebody in this process watches."""
        return [live for live in self._alive.values() if live.watchers]

    @property
    def count(self) -> int:
        return len(self._alive)

    def known(self, name: str) -> LiveTable | None:
        """A table that is in memory."""
        return self._alive.get(name)

    def forget(self, live: LiveTable) -> None:
        """Drop the cache's own reference."""
        self._tables.pop(live.id, None)

    def remove(self, live: LiveTable) -> None:
        """The table is no more."""
        self._tables.pop(live.id, None)
        self._alive.pop(live.id, None)
        if live.thinking is not None:
            live.thinking.cancel()

    async def behind(self) -> tuple[list[LiveTable], list[LiveTable]]:
        """The watched tables whose log is longer than is known here, and those that are no more."""
        watched = {live.id: live for live in self.watched}
        wanted = newest_rows().where(store.tables.c.id.in_([*watched]))
        async with self.engine.connect() as connection:
            found = {row.id: row.seq or 0 for row in await connection.execute(wanted)}
        longer = [watched[name] for name, seq in found.items() if seq > watched[name].table.history.seq]
        return longer, [live for name, live in watched.items() if name not in found]

    def _keep(self, live: LiveTable) -> LiveTable:
        live = self._alive.setdefault(live.id, live)
        self._tables[live.id] = live
        self._tables.move_to_end(live.id)
        idle = [name for name, each in self._tables.items() if each.idle and name != live.id]
        for name in idle[: max(0, len(idle) - KEPT)]:
            del self._tables[name]
        return live
