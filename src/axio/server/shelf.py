"""The tables in memory: loaded when somebody wants them, put away when nobody does."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field

from sqlalchemy import and_, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from . import archive, store
from .standing import last_row, with_last_row
from .tables import Table
from .wishes import PREPARED

_RUNNING = and_(store.tables.c.over.is_(False), store.tables.c.began.is_not(None))

KEPT = 200  # tables that nobody watches


@dataclass(slots=True, eq=False)
class Shelf:
    """One object per table, so that its lock means something."""

    engine: AsyncEngine
    _tables: OrderedDict[str, Table] = field(default_factory=OrderedDict)
    _loading: dict[str, asyncio.Task[Table]] = field(default_factory=dict)

    async def find(self, name: str) -> Table:
        if name in self._tables:
            self._tables.move_to_end(name)
            return self._tables[name]
        if name not in self._loading:
            self._loading[name] = asyncio.create_task(archive.load(self.engine, name))
        try:
            table = await asyncio.shield(self._loading[name])
        finally:
            self._loading.pop(name, None)
        return self._keep(table)

    async def held(self, name: str) -> Table | None:
        """A table that is in memory, or on its way there."""
        return await self.find(name) if name in self._tables or name in self._loading else None

    async def add(self, table: Table) -> None:
        """Save a new table."""
        await archive.save(self.engine, table)
        self._keep(table)

    async def remove(self, table: Table) -> None:
        """Delete a table, and let go whoever is at it."""
        async with table.lock:
            await archive.remove(self.engine, table.id)
            self._tables.pop(table.id, None)
        if table.thinking is not None:
            table.thinking.cancel()
        for watcher in [*table.watchers]:
            watcher.drop()

    async def waiting_for_bots(self) -> list[str]:
        """The names of all tables where a bot is on move, the latest first."""
        on_move = func.coalesce(last_row.c.to_move, 0)
        seated = and_(store.seats.c.table_id == store.tables.c.id, store.seats.c.seat == on_move)
        wanted = (
            select(store.tables.c.id)
            .select_from(with_last_row().join(store.seats, seated))
            .where(_RUNNING, store.seats.c.kind == "bot")
            .order_by(store.tables.c.created.desc())
        )
        async with self.engine.connect() as connection:
            return list(await connection.scalars(wanted))

    async def waiting_for_prepared(self) -> list[str]:
        """The names of all tables where the seat on move has prepared its move."""
        wished = and_(store.wishes.c.table_id == store.tables.c.id, store.wishes.c.seat == last_row.c.to_move)
        wanted = (
            select(store.tables.c.id)
            .select_from(with_last_row().join(store.wishes, wished))
            .where(_RUNNING, store.wishes.c.kind == PREPARED)
        )
        async with self.engine.connect() as connection:
            return list(await connection.scalars(wanted))

    def seen(self, name: str) -> Table | None:
        """A table that is in memory."""
        return self._tables.get(name)

    def _keep(self, table: Table) -> Table:
        table = self._tables.setdefault(table.id, table)
        idle = [name for name, each in self._tables.items() if each.idle and name != table.id]
        for name in idle[: max(0, len(idle) - KEPT)]:
            del self._tables[name]
        return table
