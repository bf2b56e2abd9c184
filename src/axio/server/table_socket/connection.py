"""One browser at one table: what it is told, in order, each message as far as it may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import cast

import msgspec

from axio.server.identity.cookies import Person
from axio.server.protocol import (
    Happened,
    Message,
    Note,
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
from axio.server.table.clock import Reading
from axio.server.table.history import Row
from axio.server.table.table import Table
from axio.server.views.facts import log_line
from axio.server.views.scene import scene_of
from axio.server.views.spotting import spots_of
from axio.server.views.view import Sight, sight, view

from .outbox import Outbox

GAP = 16  # moves sent one by one to a browser that missed them; more are sent as a whole

_encoder = msgspec.json.Encoder()


@dataclass(slots=True, eq=False)
class Connection:
    """A watcher. A reader too slow for its outbox is dropped, and comes back with `hello`."""

    table: Table
    person: Person | None
    outbox: Outbox
    clock: Callable[[Table], Reading | None]
    revealed: int | None = None
    spotted: int = -1  # the row after which the free spots were last sent

    def welcome(self, seq: int | None) -> None:
        """After `hello`: the moves the browser missed, or everything."""
        history = self.table.history
        missed = -1 if seq is None else history.seq - seq
        recent = history.rows[-missed:] if 0 < missed <= min(GAP, history.ply) else []
        if recent and all(row.kind == "move" for row in recent):
            table = replace(self.table, history=history.remembering())
            for ply in range(history.ply - missed + 1, history.ply + 1):
                self._step(table, ply)
        else:
            self.resynced()
            self.spots_made()

    def stepped(self) -> None:
        self._step(self.table, self.table.history.ply)

    def undone(self, plies: int) -> None:
        self.send(Undone(view=self._view(), plies=plies))

    def happened(self, row: Row) -> None:
        self.send(Happened(view=self._view(), what=row.move, seat=row.seat))  # type: ignore[arg-type]  # why

    def wished(self) -> None:
        self.send(Wished(view=self._view()))

    def resynced(self) -> None:
        history = self.table.history
        lines = [log_line(history, ply) for ply in range(1, history.ply + 1)]
        self.spotted = -1
        self.send(Sync(view=self._view(), log=lines))

    def reveal(self, seat: int) -> None:
        self.revealed = seat
        self.send(Shown(view=self._view()))

    def spots_made(self) -> None:
        """Send the free spots, unless this browser has them."""
        made = spots_of(self.table)
        if made is not None and made.seq != self.spotted:
            self.spotted = made.seq
            self.outbox.put(made.message)

    def tell(self, message: Note | Thinking | Presence) -> None:
        self.send(message)

    def send(self, message: Message) -> None:
        self.outbox.put(_encoder.encode(message))

    def drop(self) -> None:
        """Send nothing more, not even what is queued."""
        self.outbox.drop()

    def _step(self, table: Table, ply: int) -> None:
        seen, scene = self._sight(), scene_of(table, ply)
        assert scene.line is not None
        shown = view(table, self.person, seen, ply, self.clock(self.table))
        events, (spots, after) = scene.told(seen.shown), self._spots(table, ply)
        self.send(Stepped(view=shown, line=scene.line, events=events, spots=spots, after=after))

    def _spots(self, table: Table, ply: int) -> tuple[list[Spot] | None, Sequence[dict[str, int]]]:
        """The free spots and the tracks after them, as they were written once for everyone."""
        made = spots_of(table) if ply == table.history.ply else None
        if made is None:
            return None, ()
        self.spotted = made.seq
        spots, after = msgspec.Raw(made.spots), msgspec.Raw(made.after)
        return cast("list[Spot]", spots), cast("list[dict[str, int]]", after)

    def _view(self) -> View:
        return view(self.table, self.person, self._sight(), None, self.clock(self.table))

    def _sight(self) -> Sight:
        seen = sight(self.table, self.person, self.revealed)
        if seen.handover is not None:
            self.revealed = None
        return seen
