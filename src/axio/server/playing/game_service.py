"""Playing at tables: every command is checked, committed, and only then announced to anyone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace

from axio.rules import Step, parse_move
from axio.server.bots.roster import keeps_seat
from axio.server.bots.worker_pool import WorkerPool
from axio.server.bus.local import LOBBY, PERSON, TABLE, Bus, BusMessage
from axio.server.errors import Denied, NotFound
from axio.server.process.metrics import ROWS
from axio.server.protocol import Person
from axio.server.settings import Settings
from axio.server.table.history import MOVE, UNDO, Row
from axio.server.table.table import Table
from axio.server.table.terms import OPEN
from axio.server.table_store import repository
from axio.server.table_store.repository import Statement

from .heartbeat import Heartbeat
from .live_table import RELOADED, REMOVED, Change, Listener, LiveTable
from .table_cache import TableCache
from .writer import Entry, Taken, Writer

_TRIES = 6


class Stale(Exception):
    """The table has changed since, and nothing was done. `told`: the sender already has a fresh view."""

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
    heartbeat: Heartbeat
    on_bot_turn: list[Listener] = field(default_factory=list)  # these act on what this process committed
    on_premove_due: list[Listener] = field(default_factory=list)
    on_end: list[Listener] = field(default_factory=list)
    _showing: asyncio.Task[None] | None = None

    # --- tables ---------------------------------------------------------------------------------------------

    async def table(self, name: str, person: Person | None) -> Table:
        """The present value of a table that this person may see."""
        return (await self.live(name, person)).table

    async def live(self, name: str, person: Person | None) -> LiveTable:
        """The live table of a table that this person may see."""
        live = await self.table_cache.find(name)
        if self.settings.shared:
            await self.follow(live)
        if not live.table.may_watch(person, local=self.settings.local):
            raise NotFound("no_such_table")
        return live

    async def watch(self, live: LiveTable, join: Callable[[], None]) -> None:
        """Call `join` under the table's lock: a move that is being written comes as a step after it."""
        async with live.lock:
            if self.settings.shared:
                await self.catch_up(live)
            join()

    async def remove(self, live: LiveTable) -> None:
        """Delete a table and disconnect its watchers."""
        async with live.lock:
            await repository.remove(self.table_cache.engine, live.id)
        self.let_go(live, here=True)

    def let_go(self, live: LiveTable, *, here: bool) -> None:
        """The table is no more."""
        self.table_cache.remove(live)
        self.announce(live, REMOVED, here=here)

    async def reread(self, names: Iterable[str]) -> None:
        """Seats of these tables changed in the database, without a row: every process reads them again."""
        for name in names:
            if (live := await self.table_cache.held(name)) is not None:
                async with live.lock:
                    await self.reload(live)
            self.bus.publish(TABLE, {"id": name, "seats": 1})

    # --- commands -------------------------------------------------------------------------------------------

    async def play(self, live: LiveTable, seq: int, text: str, person: Person | None) -> None:
        """A person's move as row `seq` + 1."""
        move = parse_move(text)
        async with live.lock:
            table = live.table
            if seq != table.history.seq:
                raise Done if table.same_row(seq, MOVE, str(move)) else Stale
            seat = table.must_play(person)
            if (clock := live.clock()) is not None and clock.out and await self.heartbeat.surely_out(live):
                raise Denied("out_of_time")  # the timekeeper says the rest
            await self.commit_move(live, table.history.state.play_aloud(move), table.chairs[seat].name)

    async def undo(self, live: LiveTable, seq: int, person: Person | None) -> int:
        """Take back what this person may; the number of plies."""
        async with live.lock:
            table = live.table
            if seq != table.history.seq:
                raise Done if table.same_row(seq, UNDO, "") else Stale
            plies = table.plies_to_undo(person)
            if not plies:
                raise Denied("nothing_to_undo")
            seat = table.history.state_at(table.history.ply - plies).seat
            await self.commit(live, next_row(table, UNDO, str(plies), seat, table.chairs[seat].name))
            return plies

    async def insist(self, live: LiveTable, act: Callable[[], Awaitable[None]]) -> None:
        """Carry out, under the table's lock, what names no row of the log.

        If another process writes first, the table is read again and `act` decides anew; Denied if that
        happens time and again.
        """
        for _ in range(_TRIES):
            async with live.lock:
                with suppress(Stale):
                    return await act()
        raise Denied("gone_on")

    # --- commits --------------------------------------------------------------------------------------------

    async def commit_move(self, live: LiveTable, step: Step, by: str, *more: Statement) -> None:
        """Commit a move that was played already. The table's lock is held."""
        row = next_row(live.table, MOVE, str(step.move), step.before.seat, by)
        await self.commit(live, row, step, *more)

    async def commit(self, live: LiveTable, row: Row, step: Step | None = None, *more: Statement) -> None:
        """Write a row, then announce it. The table's lock is held. Stale if another process was first.

        A caller that is cancelled meanwhile gives the lock back, but the row is written and announced.
        """
        table = live.table
        ahead = table.followed_by(row, step, keeps_seat)
        beside = (*repository.beside_row(table, ahead), *more)

        def announce() -> None:
            live.table = ahead if live.table is table else live.table.followed_by(row, step, keeps_seat)
            self.announce(live, Change("row", row), here=True)

        entry = Entry(repository.log_row(table.id, row, ahead.history), beside, announce)
        try:
            await self.writer.write(entry)
        except Taken:
            await self.reload(live)
            raise Stale(told=True) from None

    def announce(self, live: LiveTable, change: Change, *, here: bool) -> None:
        """Tell the watchers in this process of a change of the table.

        If the change was made `here`, also tell those who act on it, and all other processes.
        """
        live.show(change)
        if not here:
            return
        table = live.table
        if change.row is not None:
            ROWS.labels(change.row.kind).inc()
            self._act_on(live)
        self.bus.publish(TABLE, _message_of(table, change))
        if change.row is not None and table.closed and table.terms.visibility == OPEN:
            self.bus.publish(LOBBY, {})
        if change.row is not None and table.together:
            for person in table.awaited:
                self.bus.publish(PERSON, {"person": person, "table": table.id})

    def show_clocks(self) -> None:
        """No clock ran for a while: tell all who watch one, table after table."""
        self._showing = asyncio.create_task(self._show_clocks())

    async def _show_clocks(self) -> None:
        for live in self.table_cache.watched:
            if live.table.terms.clock is not None and not live.table.closed:
                live.show(Change("wishes"))
                await asyncio.sleep(0)

    def _act_on(self, live: LiveTable) -> None:
        table = live.table
        on_move = table.on_move
        due = (
            (self.on_bot_turn, on_move is not None and on_move.kind == "bot"),
            (self.on_premove_due, table.premove is not None),
            (self.on_end, table.closed),
        )
        for listeners, is_due in due:
            for listener in listeners if is_due else ():
                listener(live)

    # --- what other processes did ---------------------------------------------------------------------------

    async def follow(self, live: LiveTable, only: Person | None = None) -> None:
        """Catch up with other processes. `only`: the one person whom new wishes concern."""
        async with live.lock:
            await self.catch_up(live, only)

    async def catch_up(self, live: LiveTable, only: Person | None = None) -> None:
        """Apply and announce the rows of other processes one by one. The table's lock is held."""
        table = live.table
        fresh = await repository.since(self.table_cache.engine, table.id, table.history.seq)
        wished = (table.wishes, table.follower) != (fresh.wishes, fresh.follower)
        if wished:
            live.table = replace(table, wishes=fresh.wishes, follower=fresh.follower)
        for row in fresh.rows:
            live.table = live.table.followed_by(row, None, keeps_seat)
            self.announce(live, Change("row", row), here=False)
        if fresh.rows and live.thinking is not None:
            live.thinking.cancel()  # whoever wrote them sees to the bots
        if wished and not fresh.rows:
            self.announce(live, Change("wishes", only=only), here=False)

    async def reload(self, live: LiveTable) -> None:
        """Read a table again that another process has written to. The table's lock is held."""
        live.table = await repository.load(self.table_cache.engine, live.id)
        self.announce(live, RELOADED, here=False)


def next_row(table: Table, kind: str, move: str, seat: int, by: str, person: Person | None = None) -> Row:
    """The row that would come next."""
    return Row(table.history.seq + 1, kind, move, seat, by, time.time(), person)


def _message_of(table: Table, change: Change) -> BusMessage:
    if change.kind == "removed":
        return {"id": table.id, "gone": 1}
    about = {} if change.only is None else {"person": change.only}
    return {"id": table.id, "seq": table.history.seq, **about}
