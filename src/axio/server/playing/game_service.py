"""Playing at tables: every command is checked, committed, and only then told to anyone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from sqlalchemy import Executable

from axio.rules import Step, parse_move
from axio.server.bots.worker_pool import WorkerPool
from axio.server.bus.local import LOBBY, PERSON, TABLE, Bus
from axio.server.errors import Denied, NotFound
from axio.server.identity.cookies import Person
from axio.server.process.metrics import ROWS
from axio.server.settings import Settings
from axio.server.table import repository
from axio.server.table.clock import Downtimes, Reading
from axio.server.table.effects import also, seated
from axio.server.table.history import MOVE, UNDO, Row
from axio.server.table.table import Table
from axio.server.table.terms import OPEN
from axio.server.table.timing import reading

from .table_cache import TableCache
from .writer import Entry, Taken, Writer

Statement: TypeAlias = tuple[Executable, Mapping[str, Any]]


class Stale(Exception):
    """The table has moved on since: the asker needs a fresh view (or was told), and nothing was done."""

    def __init__(self, *, told: bool = False) -> None:
        self.told = told


class Done(Exception):
    """The very same command was carried out already."""


@dataclass(slots=True, eq=False)
class GameService:
    settings: Settings
    table_cache: TableCache
    writer: Writer
    worker_pool: WorkerPool
    bus: Bus
    downs: Downtimes = ()
    listeners: list[Callable[[Table], None]] = field(default_factory=list)  # told after every change
    committed: list[Callable[[Table], None]] = field(default_factory=list)  # ... that this process made

    async def table(self, name: str, person: Person | None) -> Table:
        """A table this person may look at."""
        table = await self.table_cache.find(name)
        if self.settings.shared:
            await self.follow(table)
        if not table.may_watch(person, local=self.settings.local):
            raise NotFound("no_such_table")
        return table

    async def play(self, table: Table, seq: int, text: str, person: Person | None) -> None:
        """A person's move as row `seq` + 1."""
        move = parse_move(text)
        async with table.lock:
            if seq != table.history.seq:
                raise Done if table.same_row(seq, MOVE, str(move)) else Stale
            seat = table.must_play(person)
            if (clock := self.clock(table)) is not None and clock.out:
                raise Denied("out_of_time")  # the timekeeper says the rest
            await self.commit_move(table, table.history.state.play_aloud(move), table.chairs[seat].name)

    async def undo(self, table: Table, seq: int, person: Person | None) -> int:
        """Take back what this person may; the number of plies."""
        async with table.lock:
            if seq != table.history.seq:
                raise Done if table.same_row(seq, UNDO, "") else Stale
            plies = table.plies_to_undo(person)
            if not plies:
                raise Denied("nothing_to_undo")
            seat = table.history.state_at(table.history.ply - plies).seat
            row = self.row(table, UNDO, str(plies), seat, table.chairs[seat].name)
            await self._write(table, row)
            self._tell(table, row)
            return plies

    async def commit_move(self, table: Table, step: Step, by: str, *more: Statement) -> None:
        """Write a move, then tell everyone. The table's lock is held."""
        row = self.row(table, MOVE, str(step.move), step.before.seat, by)
        await self._write(table, row, step, *more)
        self._tell(table, row)

    async def commit_change(self, table: Table, row: Row) -> None:
        """Write another player or an early end, then tell everyone. The table's lock is held."""
        await self._write(table, row)
        self._tell(table, row)

    async def remove(self, table: Table) -> None:
        """Delete a table, and let go whoever is at it."""
        await self.table_cache.remove(table)
        self.bus.publish(TABLE, {"id": table.id, "gone": 1})

    async def reread(self, names: Iterable[str]) -> None:
        """Seats of these tables changed in the database: those in memory are read again."""
        for name in names:
            if (table := await self.table_cache.held(name)) is not None:
                async with table.lock:
                    await self.reload(table)

    def row(
        self, table: Table, kind: str, move: str, seat: int, by: str, person: Person | None = None
    ) -> Row:
        """The row that would come next."""
        return Row(table.history.seq + 1, kind, move, seat, by, time.time(), person)

    def clock(self, table: Table) -> Reading | None:
        return reading(table, self.downs, time.time())

    def wished(self, table: Table, person: Person | None = None) -> None:
        """After a wish was kept or dropped, which is no row of the log; it may be one person's alone."""
        _tell_of_wishes(table, person)
        about = {} if person is None else {"person": person}
        self.bus.publish(TABLE, {"id": table.id, "seq": table.history.seq, **about})

    async def follow(self, table: Table, person: Person | None = None) -> None:
        """Catch up with what other processes have done at a table; a wish may be one person's alone."""
        async with table.lock:
            await self.catch_up(table, person)

    async def catch_up(self, table: Table, person: Person | None = None) -> None:
        """Take over the rows of other processes, and tell them one by one. The table's lock is held."""
        fresh = await repository.since(self.table_cache.engine, table.id, table.history.seq)
        wished = (table.wishes, table.follower) != (fresh.wishes, fresh.follower)
        table.wishes, table.follower = fresh.wishes, fresh.follower
        for row in fresh.rows:
            table.history, table.chairs = table.history.followed_by(row), seated(table, row)
            self._show(table, row)
        if fresh.rows and table.thinking is not None:
            table.thinking.cancel()  # whoever wrote them sees to the bots
        if wished and not fresh.rows:
            _tell_of_wishes(table, person)

    async def reload(self, table: Table) -> None:
        """Another process has written to this table: read it again."""
        fresh = await repository.load(self.table_cache.engine, table.id)
        table.owner, table.history, table.chairs = fresh.owner, fresh.history, fresh.chairs
        table.wishes, table.follower = fresh.wishes, fresh.follower
        for watcher in [*table.watchers]:
            watcher.resynced()
        self._changed(table)

    def _show(self, table: Table, row: Row) -> None:
        """Everyone who looks at the table here learns of its latest row."""
        for watcher in [*table.watchers]:
            if row.kind == MOVE:
                watcher.stepped()
            elif row.kind == UNDO:
                watcher.undone(int(row.move))
            else:
                watcher.happened(row)
        table.history.settle()
        self._changed(table)

    def _changed(self, table: Table) -> None:
        for listener in self.listeners:
            listener(table)

    def _tell(self, table: Table, row: Row) -> None:
        """After a commit: whoever looks or listens here acts on it, and others hear of it."""
        ROWS.labels(row.kind).inc()
        self._show(table, row)
        for listener in self.committed:
            listener(table)
        self.bus.publish(TABLE, {"id": table.id, "seq": table.history.seq})
        if table.closed and table.terms.visibility == OPEN:
            self.bus.publish(LOBBY, {})
        if table.together:
            for person in awaited(table):
                self.bus.publish(PERSON, {"person": person, "table": table.id})

    async def _write(self, table: Table, row: Row, step: Step | None = None, *more: Statement) -> None:
        ahead = replace(table, history=table.history.followed_by(row, step), chairs=seated(table, row))
        entry = Entry(repository.log_row(table.id, row, ahead.history), (*also(table, ahead), *more))
        try:
            await self.writer.write(entry)
        except Taken:
            await self.reload(table)
            raise Stale(told=True) from None
        table.history, table.chairs = ahead.history, ahead.chairs


def _tell_of_wishes(table: Table, person: Person | None) -> None:
    for watcher in [*table.watchers]:
        if person is None or watcher.person == person:
            watcher.wished()


def awaited(table: Table) -> set[Person]:
    """Who has something to look at: the person on move, and at the end everyone."""
    chairs = table.chairs if table.closed else [table.on_move]
    return {chair.person for chair in chairs if chair is not None and chair.person is not None}
