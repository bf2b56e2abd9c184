"""A table in memory: its present value, its lock, and the watchers who see it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, cast

import msgspec

from axio.server.process.flow_control import Outbox
from axio.server.protocol import (
    Happened,
    Message,
    Note,
    Person,
    Presence,
    Shown,
    Spot,
    Stepped,
    Sync,
    Thinking,
    Undone,
    View,
    Wished,
)
from axio.server.table.clock import Downtimes, Reading, Ticking, followed
from axio.server.table.history import MOVE, UNDO, Row
from axio.server.table.table import Table
from axio.server.views.preview import Preview, preview_of
from axio.server.views.public_view import log_line, public_view
from axio.server.views.view import Perspective, perspective, view

GAP = 16  # moves sent one by one to a browser that missed them; more are sent as a whole

_encoder = msgspec.json.Encoder()


@dataclass(frozen=True, slots=True)
class Change:
    """What happened at a table: a row was added to its log, wishes changed, it was read again, or removed."""

    kind: Literal["row", "wishes", "reloaded", "removed"]
    row: Row | None = None
    only: Person | None = None  # of wishes: whom alone they concern; none for everyone


RELOADED, REMOVED = Change("reloaded"), Change("removed")


@dataclass(slots=True, eq=False)
class KnownDowntimes:
    """When no move could be taken, as far as this process knows. All live tables share one object."""

    periods: Downtimes = ()


@dataclass(slots=True, eq=False, weakref_slot=True)
class LiveTable:
    """`table` is the present value. Every change replaces it, under the lock."""

    table: Table
    downtimes: KnownDowntimes = field(default_factory=KnownDowntimes)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    thinking: asyncio.Task[None] | None = None  # about a bot's move
    _preview: Preview | None = None  # the latest free spots
    _ticking: Ticking | None = None  # the clock as far as the log was read

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def idle(self) -> bool:
        return not self.watchers and self.thinking is None and not self.lock.locked()

    def clock(self, at: float | None = None) -> Reading | None:
        """What is left to each seat, now or at another time; None for a game without a clock."""
        if self.table.terms.clock is None:
            return None
        self._ticking = followed(self._ticking, self.table, self.downtimes.periods)
        return self._ticking.read(time.time() if at is None else at)

    def preview(self) -> Preview | None:
        """The free spots, if a person has to place a tile now; made once, and from those before."""
        made = preview_of(self.table, self._preview)
        if made is not None:
            self._preview = made
        return made

    def show(self, change: Change) -> None:
        """Tell the watchers of a change; a turn of the loop later, send free spots to those without."""
        for watcher in [*self.watchers]:
            watcher.hear(change)
        if change.kind in ("row", "reloaded"):
            self.table.history.forget_step()
            if self.watchers and self.table.on_move is not None:
                asyncio.get_running_loop().call_soon(self._send_previews, self.table.history.seq)

    def tell(self, message: Note | Thinking, only: Person | None = None) -> None:
        """Send a message that is no change to all watchers, or to those of one person."""
        for watcher in [*self.watchers]:
            if only is None or watcher.person == only:
                watcher.send(message)

    def _send_previews(self, seq: int) -> None:
        if self.table.history.seq == seq and (made := self.preview()) is not None:
            for watcher in [*self.watchers]:
                watcher.send_preview()
            made.forget_spots()


@dataclass(slots=True, eq=False)
class Watcher:
    """One browser at a table. It gets each change as a message with no more than its person may know.

    A reader too slow for its outbox is dropped, and comes back with `hello`.
    """

    live: LiveTable
    person: Person | None
    outbox: Outbox
    revealed: int | None = None
    previewed: int = -1  # the row after which the free spots were last sent
    presence: Presence | None = None  # as it was last sent

    def hear(self, change: Change) -> None:
        row = change.row
        if change.kind == "removed":
            self.outbox.drop()
        elif change.kind == "wishes":
            if change.only is None or change.only == self.person:
                self.send(Wished(view=self._view()))
        elif row is None:
            self.resync()
        elif row.kind == MOVE:
            self._step(self.live.table, self.live.table.history.ply)
        elif row.kind == UNDO:
            self.send(Undone(view=self._view(), plies=int(row.move)))
        else:
            self.send(Happened(view=self._view(), what=row.move, seat=row.seat))  # type: ignore[arg-type]  # why

    def welcome(self, seq: int | None) -> None:
        """After `hello`: the moves the browser missed, or everything."""
        history = self.live.table.history
        missed = -1 if seq is None else history.seq - seq
        recent = history.rows[-missed:] if 0 < missed <= min(GAP, history.ply) else []
        if recent and all(row.kind == MOVE for row in recent):
            table = replace(self.live.table, history=history.with_all_steps())
            for ply in range(history.ply - missed + 1, history.ply + 1):
                self._step(table, ply)
        else:
            self.resync()
            self.send_preview()

    def resync(self) -> None:
        """Send everything."""
        history = self.live.table.history
        lines = [log_line(history, ply) for ply in range(1, history.ply + 1)]
        self.previewed = -1
        self.send(Sync(view=self._view(), log=lines))

    def reveal(self, seat: int) -> None:
        self.revealed = seat
        self.send(Shown(view=self._view()))

    def send_preview(self) -> None:
        """Send the free spots, unless this browser has them."""
        made = self.live.preview()
        if made is not None and made.seq != self.previewed:
            self.previewed = made.seq
            self.outbox.put(made.message)

    def send(self, message: Message) -> None:
        self.outbox.put(_encoder.encode(message))

    def perspective(self) -> Perspective:
        """Which rack this browser sees now. A rack that waits behind a screen has to be revealed again."""
        seen = perspective(self.live.table, self.person, self.revealed)
        if seen.handover is not None:
            self.revealed = None
        return seen

    def _view(self) -> View:
        return view(self.live.table, self.person, self.perspective(), None, self.live.clock())

    def _step(self, table: Table, ply: int) -> None:
        seen, public = self.perspective(), public_view(table, ply)
        assert public.line is not None
        shown = view(table, self.person, seen, ply, self.live.clock())
        events, (spots, after) = public.events_for(seen.shown), self._spots(ply == table.history.ply)
        self.send(Stepped(view=shown, line=public.line, events=events, spots=spots, after=after))

    def _spots(self, is_latest: bool) -> tuple[list[Spot] | None, Sequence[dict[str, int]]]:
        """The free spots and the tracks after them, as they were written once for everyone."""
        made = self.live.preview() if is_latest else None
        if made is None:
            return None, ()
        self.previewed = made.seq
        spots, after = msgspec.Raw(made.spots), msgspec.Raw(made.after)
        return cast("list[Spot]", spots), cast("list[dict[str, int]]", after)


Listener = Callable[[LiveTable], None]
