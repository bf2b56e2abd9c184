"""A table: its seats, its history, and who may do what at it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from axio.rules import Outcome
from axio.server.errors import Denied
from axio.server.identity.cookies import Person

from .deals import Deal
from .history import SEAT, History, Row
from .terms import OPEN, Terms
from .watcher import Watcher
from .wishes import Wish

if TYPE_CHECKING:
    from axio.server.views.spotting import Preview

    from .clock import Ticking

DEALT, CONTINUED, IMPORTED = "dealt", "continued", "imported"
LEFT = "leave"  # why a bot plays on: the one who left may come back


@dataclass(slots=True)
class Chair:
    """Who sits at a seat."""

    kind: str  # person or bot
    name: str
    bot: str | None
    person: Person | None
    nonce: bytes
    left_by: Person | None = None  # who gave it up to the bot
    program: bool = False  # the person's account says that a program plays under it


@dataclass(slots=True, eq=False, weakref_slot=True)
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
    terms: Terms = field(default_factory=Terms)
    began: float | None = None  # when it was dealt, if not when it was made
    follower: str | None = None  # the table of the rematch
    wishes: dict[tuple[int, str], Wish] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    thinking: asyncio.Task[None] | None = None
    preview: Preview | None = None  # the latest message with the free spots
    ticking: Ticking | None = None  # the clock as far as the log was read

    @property
    def deal(self) -> Deal | None:
        return None if self.secret is None else Deal(self.secret, tuple(c.nonce for c in self.chairs))

    @property
    def closed(self) -> bool:
        """Nothing follows: the game is over, or it was brought here only to be watched."""
        return self.history.over or self.origin == IMPORTED

    @property
    def outcome(self) -> Outcome | None:
        return self.history.outcome

    @property
    def practice(self) -> bool:
        """A game that does not count: it was taken back in places, or not dealt here."""
        return self.origin != DEALT or (self.persons < 2 and self.history.undone)

    @property
    def persons(self) -> int:
        """Seats that people sat down at, those included that a bot plays on."""
        return sum(chair.kind == "person" or chair.left_by is not None for chair in self.chairs)

    @property
    def together(self) -> bool:
        """Whether people at different browsers play here."""
        return len({chair.person or chair.left_by for chair in self.chairs} - {None}) > 1

    @property
    def to_move(self) -> int | None:
        return None if self.closed else self.history.to_move

    @property
    def on_move(self) -> Chair | None:
        return None if self.to_move is None else self.chairs[self.to_move]

    @property
    def latest(self) -> float:
        """When something last happened here."""
        return self.history.rows[-1].at if self.history.rows else self.created

    @property
    def idle(self) -> bool:
        return not self.watchers and self.thinking is None and not self.lock.locked()

    def seats_of(self, person: Person | None) -> Sequence[int]:
        if person is None:
            return ()
        return [seat for seat, chair in enumerate(self.chairs) if chair.person == person]

    def left_seat(self, person: Person | None) -> int | None:
        """The seat this person left and may come back to."""
        left = [seat for seat, chair in enumerate(self.chairs) if person and chair.left_by == person]
        why = {row.seat: row.move for row in self.history.rows if row.kind == SEAT} if left else {}
        return next((seat for seat in left if why.get(seat) == LEFT), None)

    def sat(self, person: Person | None) -> bool:
        """Whether this person plays or played here."""
        return person is not None and any(person in (chair.person, chair.left_by) for chair in self.chairs)

    def may_watch(self, person: Person | None, *, local: bool) -> bool:
        """A table made to be shared is seen by whoever knows its name; any other one only by its people.

        What was ranked is open to all once it is over; a deal that others may yet play is its player's alone.
        """
        if self.terms.sealed:
            return self.sat(person)
        shared = self.terms.invite is not None or self.terms.visibility == OPEN
        ranked = self.closed and self.terms.strict
        return local or shared or ranked or (person is not None and person == self.owner) or self.sat(person)

    def must_play(self, person: Person | None) -> int:
        """The seat to move, if this person plays it; Refused otherwise."""
        seat = self.to_move
        if seat is None:
            raise Denied("game_over")
        if seat not in self.seats_of(person):
            raise Denied("not_your_turn", seat=seat + 1)
        return seat

    def plies_to_undo(self, person: Person | None) -> int:
        """How many plies an undo by this person would take back; 0 where none is allowed.

        One person alone or against bots goes back to the previous decision. Among several people an undo
        never goes past a draw or a reveal, and never changes whose turn it is. Where it counts there is none.
        """
        mine, history = self.seats_of(person), self.history
        if not mine or self.closed or self.terms.strict:
            return 0
        if self.persons == 1:
            return history.plies_since_decision_of(mine[0])
        return int(history.last_is_harmless() and history.state.seat in mine)

    def may_hint(self) -> bool:
        return not (self.closed or self.terms.strict or self.together)

    def same_row(self, seq: int, kind: str, move: str) -> bool:
        """Whether the row that would follow `seq` is there already, and says the same."""
        if not 0 <= seq < self.history.seq:
            return False
        row: Row = self.history.rows[seq]
        return row.kind == kind and (kind != "move" or row.move == move)
