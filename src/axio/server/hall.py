"""Playing at tables: every command is checked, committed, and only then told to anyone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Executable, bindparam, update

from axio.rules import Step, parse_move

from . import archive, store
from .bus import TABLE, Bus, News
from .faults import Denied, NotFound
from .history import MOVE, UNDO, Row
from .identity import Person
from .players import Players
from .settings import Settings
from .shelf import Shelf
from .tables import Chair, Table
from .writer import Entry, Taken, Writer

_TABLE = (
    update(store.tables)
    .where(store.tables.c.id == bindparam("table"))
    .values(over=bindparam("new_over"), practice=bindparam("new_practice"))
)
_SEAT = (
    update(store.seats)
    .where(store.seats.c.table_id == bindparam("table"), store.seats.c.seat == bindparam("at"))
    .values(rank=bindparam("new_rank"), low=bindparam("new_low"), bot=bindparam("new_bot"))
)


class Stale(Exception):
    """The table has moved on since: the asker needs a fresh view (or was told), and nothing was done."""

    def __init__(self, *, told: bool = False) -> None:
        self.told = told


class Done(Exception):
    """The very same command was carried out already."""


@dataclass(slots=True, eq=False)
class Hall:
    settings: Settings
    shelf: Shelf
    writer: Writer
    players: Players
    bus: Bus
    listeners: list[Callable[[Table], None]] = field(default_factory=list)  # told after every change
    committed: list[Callable[[Table], None]] = field(default_factory=list)  # ... that this process made
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def table(self, name: str, person: Person | None) -> Table:
        """A table this person may look at."""
        table = await self.shelf.find(name)
        if self.settings.shared:
            await self.catch_up(table)
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
            await self.commit_move(table, table.history.state.play(move), table.chairs[seat].name)

    async def undo(self, table: Table, seq: int, person: Person | None) -> int:
        """Take back what this person may; the number of plies."""
        async with table.lock:
            if seq != table.history.seq:
                raise Done if table.same_row(seq, UNDO, "") else Stale
            plies = table.plies_to_undo(person)
            if not plies:
                raise Denied("nothing_to_undo")
            seat = table.history.state_at(table.history.ply - plies).seat
            row = self._row(table, UNDO, str(plies), seat, table.chairs[seat].name)
            await self._write(table, row, None)
            self._tell(table, row)
            self._committed(table)
            return plies

    async def commit_move(self, table: Table, step: Step, by: str) -> None:
        """Write a move, then tell everyone. The table's lock is held."""
        row = self._row(table, MOVE, str(step.move), step.before.seat, by)
        await self._write(table, row, step)
        self._tell(table, row)
        self._committed(table)

    async def remove(self, table: Table) -> None:
        """Delete a table, and let go whoever is at it."""
        await self.shelf.remove(table)
        self.bus.publish(TABLE, {"id": table.id, "gone": 1})

    def hear(self, news: News) -> None:
        """Another process has changed a table: if it matters to somebody here, read what is new."""
        table = self.shelf.known(str(news["id"]))
        if table is None or table.history.seq >= int(news.get("seq", table.history.seq + 1)):
            return
        if "gone" in news:
            self.shelf.let_go(table)
        elif table.idle:
            self.shelf.forget(table)
        else:
            self._soon(self.catch_up(table))

    async def catch_up(self, table: Table) -> None:
        """Take over the rows that other processes have written since, and tell them one by one."""
        async with table.lock:
            rows = await archive.rows_after(self.shelf.engine, table.id, table.history.seq)
            for row in rows:
                table.history, table.chairs = table.history.followed_by(row), _seated(table, row)
                self._tell(table, row)
                self._changed(table)
            if rows and table.thinking is not None:
                table.thinking.cancel()  # whoever wrote them sees to the bots

    async def _write(self, table: Table, row: Row, step: Step | None) -> None:
        ahead = replace(table, history=table.history.followed_by(row, step), chairs=_seated(table, row))
        entry = Entry(archive.log_row(table.id, row, ahead.history), _also(table, ahead))
        try:
            await self.writer.write(entry)
        except Taken:
            await self._reload(table)
            raise Stale(told=True) from None
        table.history, table.chairs = ahead.history, ahead.chairs

    async def _reload(self, table: Table) -> None:
        """Another process has written to this table: read it again."""
        fresh = await archive.load(self.shelf.engine, table.id)
        table.history, table.chairs = fresh.history, fresh.chairs
        for watcher in [*table.watchers]:
            watcher.resynced()
        self._changed(table)

    def _tell(self, table: Table, row: Row) -> None:
        """Everyone at the table learns of the latest row."""
        for watcher in [*table.watchers]:
            if row.kind == UNDO:
                watcher.undone(int(row.move))
            else:
                watcher.stepped()

    def _committed(self, table: Table) -> None:
        self._changed(table)
        for listener in self.committed:
            listener(table)
        self.bus.publish(TABLE, {"id": table.id, "seq": table.history.seq})

    def _changed(self, table: Table) -> None:
        for listener in self.listeners:
            listener(table)

    def _soon(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _row(self, table: Table, kind: str, move: str, seat: int, by: str) -> Row:
        return Row(table.history.seq + 1, kind, move, seat, by, time.time())


def _also(table: Table, ahead: Table) -> tuple[tuple[Executable, Mapping[str, Any]], ...]:
    """What a row changes beside the log: seldom anything but at the end."""
    if (table.chairs, table.closed, table.practice) == (ahead.chairs, ahead.closed, ahead.practice):
        return ()
    seats = tuple(
        (_SEAT, {"table": table.id, "at": seat, "new_bot": chair.bot, **_new(archive.result(ahead, seat))})
        for seat, chair in enumerate(ahead.chairs)
    )
    return ((_TABLE, {"table": table.id, "new_over": ahead.closed, "new_practice": ahead.practice}), *seats)


def _seated(table: Table, row: Row) -> list[Chair]:
    """The chairs after a row: a bot that moved in another's place stays there."""
    chair = table.chairs[row.seat]
    if row.kind == UNDO or chair.kind != "bot" or chair.bot == row.by:
        return table.chairs
    chairs = [*table.chairs]
    chairs[row.seat] = replace(chair, bot=row.by)
    return chairs


def _new(values: Mapping[str, Any]) -> dict[str, Any]:
    return {f"new_{name}": value for name, value in values.items()}
