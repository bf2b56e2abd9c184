"""The tables in memory: loaded when somebody wants them, put away when nobody does."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import OrderedDict
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from sqlalchemy import and_, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.server import store
from axio.server.errors import Denied, NotFound
from axio.server.table import repository
from axio.server.table.standing import last_row, with_last_row
from axio.server.table.table import Table
from axio.server.table.wishes import PREPARED

_RUNNING = and_(store.tables.c.over.is_(False), store.tables.c.began.is_not(None))

KEPT = 200  # tables that nobody watches
_NAME = re.compile(r"\w{1,32}")


@dataclass(slots=True, eq=False)
class TableCache:
    """One object per table, so that its lock means something."""

    engine: AsyncEngine
    _tables: OrderedDict[str, Table] = field(default_factory=OrderedDict)
    _alive: WeakValueDictionary[str, Table] = field(default_factory=WeakValueDictionary)  # in anybody's hands
    _loading: dict[str, asyncio.Task[Table]] = field(default_factory=dict)

    async def find(self, name: str) -> Table:
        if (table := self.known(name)) is not None:
            return self._keep(table)
        if not _NAME.fullmatch(name):
            raise NotFound("no_such_table")
        if name not in self._loading:
            self._loading[name] = asyncio.create_task(repository.load(self.engine, name))
        try:
            table = await asyncio.shield(self._loading[name])
        finally:
            self._loading.pop(name, None)
        return self._keep(table)

    async def held(self, name: str) -> Table | None:
        """A table that is in memory, or on its way there."""
        if name in self._loading:
            with contextlib.suppress(Denied):
                await self.find(name)
        return self.known(name)

    async def add(self, table: Table) -> None:
        """Save a new table."""
        await repository.save(self.engine, table)
        self._keep(table)

    @property
    def count(self) -> int:
        return len(self._alive)

    def known(self, name: str) -> Table | None:
        """A table that is in memory."""
        return self._alive.get(name)

    def forget(self, table: Table) -> None:
        """Keep it no longer than others hold it."""
        self._tables.pop(table.id, None)

    async def remove(self, table: Table) -> None:
        """Delete a table, and let go whoever is at it."""
        async with table.lock:
            await repository.remove(self.engine, table.id)
        self.let_go(table)

    def let_go(self, table: Table) -> None:
        """The table is no more."""
        self._tables.pop(table.id, None)
        self._alive.pop(table.id, None)
        if table.thinking is not None:
            table.thinking.cancel()
        for watcher in [*table.watchers]:
            watcher.drop()

    async def waiting_for_bots(self, since: float) -> list[str]:
        """The names of all tables where a bot has been on move since then or before, the latest first."""
        on_move = func.coalesce(last_row.c.to_move, 0)
        seated = and_(store.seats.c.table_id == store.tables.c.id, store.seats.c.seat == on_move)
        wanted = (
            select(store.tables.c.id)
            .select_from(with_last_row().join(store.seats, seated))
            .where(_RUNNING, store.seats.c.kind == "bot")
            .where(func.coalesce(last_row.c.at, store.tables.c.created) <= since)
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

    async def moved_on(self) -> list[Table]:
        """The watched tables whose log is longer than is known here. Those that are no more are let go."""
        watched = {table.id: table for table in self._alive.values() if table.watchers}
        newest = select(func.max(store.log.c.seq)).where(store.log.c.table_id == store.tables.c.id)
        wanted = select(store.tables.c.id, newest.scalar_subquery().label("seq"))
        async with self.engine.connect() as connection:
            found = (await connection.execute(wanted.where(store.tables.c.id.in_([*watched])))).all()
        for gone in watched.keys() - {row.id for row in found}:
            self.let_go(watched[gone])
        return [watched[row.id] for row in found if (row.seq or 0) > watched[row.id].history.seq]

    def _keep(self, table: Table) -> Table:
        table = self._alive.setdefault(table.id, table)
        self._tables[table.id] = table
        self._tables.move_to_end(table.id)
        idle = [name for name, each in self._tables.items() if each.idle and name != table.id]
        for name in idle[: max(0, len(idle) - KEPT)]:
            del self._tables[name]
        return table
