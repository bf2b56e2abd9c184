"""A table: its seats, its history, and who may do what at it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Protocol

from .day import is_over
from .deals import Deal
from .faults import Denied
from .history import History, Row
from .identity import Person
from .protocol import Note, Thinking

DEALT, CONTINUED, IMPORTED = "dealt", "continued", "imported"


@dataclass(slots=True)
class Chair:
    """Who sits at a seat."""

    kind: str  # person or bot
    name: str
    bot: str | None
    person: Person | None
    nonce: bytes


class Watcher(Protocol):
    """Somebody who is told what happens at a table."""

    def stepped(self) -> None: ...
    def undone(self, plies: int) -> None: ...
    def resynced(self) -> None: ...
    def spots_made(self) -> None: ...
    def tell(self, message: Note | Thinking) -> None: ...
    def drop(self) -> None: ...


@dataclass(slots=True, eq=False)
class Table:
    id: str
    owner: Person
    origin: str  # dealt here, continued from a record, or imported to be watched
    chairs: list[Chair]
    seed: str
    secret: bytes | None
    created: float
    history: History
    record: dict[str, Any] = field(default_factory=dict)
    daily: str | None = None  # the day whose deal this is
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    thinking: asyncio.Task[None] | None = None
    spots: tuple[int, bytes] | None = None  # the message for this seq, once it is made

    @property
    def deal(self) -> Deal | None:
        return None if self.secret is None else Deal(self.secret, tuple(c.nonce for c in self.chairs))

    @property
    def closed(self) -> bool:
        """Nothing follows: the game is over, or it was brought here only to be watched."""
        return self.history.state.over or self.origin == IMPORTED

    @property
    def practice(self) -> bool:
        """A game that does not count: it was taken back in places, or not dealt here."""
        return self.origin != DEALT or (self.persons < 2 and self.history.undone)

    @property
    def persons(self) -> int:
        return sum(chair.kind == "person" for chair in self.chairs)

    @property
    def on_move(self) -> Chair | None:
        seat = self.history.state.to_move
        return None if seat is None or self.closed else self.chairs[seat]

    @property
    def idle(self) -> bool:
        return not self.watchers and self.thinking is None and not self.lock.locked()

    def seats_of(self, person: Person | None) -> Sequence[int]:
        if person is None:
            return ()
        return [seat for seat, chair in enumerate(self.chairs) if chair.person == person]

    @property
    def sealed(self) -> bool:
        """A deal that others may yet play today: nobody but the player may see its tiles, nobody its seed."""
        return self.daily is not None and not is_over(date.fromisoformat(self.daily))

    def may_watch(self, person: Person | None, *, local: bool) -> bool:
        if self.daily is not None:
            return bool(self.seats_of(person)) or (self.closed and not self.sealed)
        return local or (person is not None and (person == self.owner or bool(self.seats_of(person))))

    def must_play(self, person: Person | None) -> int:
        """The seat to move, if this person plays it; Refused otherwise."""
        seat = self.history.state.to_move
        if seat is None or self.closed:
            raise Denied("game_over")
        if seat not in self.seats_of(person):
            raise Denied("not_your_turn", seat=seat + 1)
        return seat

    def plies_to_undo(self, person: Person | None) -> int:
        """How many plies an undo by this person would take back; 0 where none is allowed.

        One person alone or against bots goes back to the previous decision. Among several people an undo
        never goes past a draw or a reveal, and never changes whose turn it is.
        """
        mine, history = self.seats_of(person), self.history
        if not mine or self.closed or self.daily is not None:
            return 0
        if self.persons == 1:
            return history.plies_since_decision_of(mine[0])
        return int(history.last_is_harmless() and history.state.seat in mine)

    def same_row(self, seq: int, kind: str, move: str) -> bool:
        """Whether the row that would follow `seq` is there already, and says the same."""
        if not 0 <= seq < self.history.seq:
            return False
        row: Row = self.history.rows[seq]
        return row.kind == kind and (kind != "move" or row.move == move)
