"""A table: its seats, its history, and what each person may do. It is a value: a change makes a new one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from axio.rules import Outcome, Step
from axio.rules.proof import commitment_of
from axio.server.errors import Denied
from axio.server.protocol import Person

from .deals import Deal
from .history import MOVE, SEAT, History, Row
from .terms import OPEN, Terms

DEALT, CONTINUED, IMPORTED = "dealt", "continued", "imported"
LEFT = "leave"  # why a bot plays on: the one who left may come back
_UNDOABLE = 1000  # rows of a log; a game has at most 200 moves
PREPARED, STOP = "move", "stop"  # what a seat may wish for

Permission: TypeAlias = Literal["resign", "leave", "back", "stop", "hint", "prepare", "rematch"]


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits at a seat."""

    kind: str  # person or bot
    name: str
    bot: str | None
    person: Person | None
    nonce: bytes
    left_by: Person | None = None  # who gave it up to the bot
    program: bool = False  # the person's account says that a program plays under it


@dataclass(frozen=True, slots=True)
class Wish:
    """What a seat wants done as soon as it can be: a move when its turn comes, a stop when all want it."""

    seat: int
    kind: str
    person: Person
    seq: int  # how long the log was then: a wish to stop holds only so long
    move: str | None = None


def _never(bot: str, by: str) -> bool:
    return False


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    id: str
    owner: Person
    origin: str  # dealt here, continued from a record, or imported to be watched
    chairs: Sequence[Chair]
    seed: str
    secret: bytes | None
    created: float
    history: History
    record: Mapping[str, Any] = field(default_factory=dict)  # imported; of others, `start` at most
    terms: Terms = field(default_factory=Terms)
    began: float | None = None  # when it was dealt, if not when it was made
    follower: str | None = None  # the table of the rematch
    wishes: Mapping[tuple[int, str], Wish] = field(default_factory=dict)
    closed: bool = field(init=False)  # no move can follow: the game is over, or the table an imported record
    to_move: int | None = field(init=False)
    together: bool = field(init=False)  # people at different browsers play here
    _seats: Mapping[Person, Sequence[int]] = field(init=False)

    def __post_init__(self) -> None:
        """Work out what a move asks for dozens of times."""
        seats: dict[Person, list[int]] = {}
        for seat, chair in enumerate(self.chairs):
            if chair.person is not None:
                seats.setdefault(chair.person, []).append(seat)
        left = {chair.left_by for chair in self.chairs if chair.person is None} - {None}
        closed = self.history.over or self.origin == IMPORTED
        settle = object.__setattr__  # the one moment at which a frozen value can be completed
        settle(self, "closed", closed)
        settle(self, "to_move", None if closed else self.history.to_move)
        settle(self, "together", len(seats.keys() | left) > 1)
        settle(self, "_seats", seats)

    # --- what follows ---------------------------------------------------------------------------------------

    def followed_by(
        self, row: Row, step: Step | None = None, stands_in: Callable[[str, str], bool] = _never
    ) -> Table:
        """The table with one more row. `step`: the move, if it was played already.

        A bot that moved for another bot keeps the seat, unless it only stands in: `stands_in(bot, by)`.
        """
        history, chair = self.history.followed_by(row, step), self.chairs[row.seat]
        after, chairs = _after(chair, row, stands_in), self.chairs
        if after is not chair:
            chairs = [after if seat == row.seat else each for seat, each in enumerate(self.chairs)]
        return Table(
            self.id,
            self.owner,
            self.origin,
            chairs,
            self.seed,
            self.secret,
            self.created,
            history,
            self.record,
            self.terms,
            self.began,
            self.follower,
            self.wishes,
        )

    def wishing(self, wish: Wish) -> Table:
        """The table with a wish, instead of an earlier one of the same kind."""
        return replace(self, wishes={**self.wishes, (wish.seat, wish.kind): wish})

    def without_wish(self, seat: int, kind: str) -> Table:
        return replace(self, wishes={key: each for key, each in self.wishes.items() if key != (seat, kind)})

    @property
    def start(self) -> str | None:
        """The position that the game began from, as text; None for a deal."""
        return self.record.get("start")

    # --- how it stands --------------------------------------------------------------------------------------

    @property
    def deal(self) -> Deal | None:
        return None if self.secret is None else Deal(self.secret, tuple(c.nonce for c in self.chairs))

    @property
    def commitment(self) -> str:
        """The commitment to the deal, in hexadecimal digits; empty for a game that was not dealt here."""
        return "" if self.secret is None else commitment_of(self.secret).hex()

    @property
    def outcome(self) -> Outcome | None:
        return self.history.outcome

    @property
    def practice(self) -> bool:
        """Whether the game does not count: moves were taken back, or it was not dealt here."""
        return self.origin != DEALT or (self.persons < 2 and self.history.undone)

    @property
    def persons(self) -> int:
        """The number of seats that people took, including those that a bot plays on."""
        return sum(chair.kind == "person" or chair.left_by is not None for chair in self.chairs)

    @property
    def on_move(self) -> Chair | None:
        return None if self.to_move is None else self.chairs[self.to_move]

    @property
    def latest(self) -> float:
        """When something last happened here."""
        return self.history.rows[-1].at if self.history.rows else self.created

    @property
    def stopping(self) -> list[int]:
        """The seats that offer to stop. Any later row takes the offer back."""
        return [
            seat
            for (seat, kind), wish in self.wishes.items()
            if kind == STOP and wish.seq == self.history.seq
        ]

    @property
    def premove(self) -> Wish | None:
        """The premove of the seat to move."""
        return None if self.to_move is None else self.wishes.get((self.to_move, PREPARED))

    @property
    def awaited(self) -> set[Person]:
        """The people the game waits for: the one to move, and everyone once it is over."""
        chairs = self.chairs if self.closed else [self.on_move]
        return {chair.person for chair in chairs if chair is not None and chair.person is not None}

    def same_row(self, seq: int, kind: str, move: str) -> bool:
        """Whether the row after `seq` exists and is this one."""
        if not 0 <= seq < self.history.seq:
            return False
        row = self.history.rows[seq]
        return row.kind == kind and (kind != MOVE or row.move == move)

    # --- whose seats ----------------------------------------------------------------------------------------

    def seats_of(self, person: Person | None) -> Sequence[int]:
        return () if person is None else self._seats.get(person, ())

    def left_seat(self, person: Person | None) -> int | None:
        """The seat this person left and may come back to."""
        left = [seat for seat, chair in enumerate(self.chairs) if person and chair.left_by == person]
        why = {row.seat: row.move for row in self.history.rows if row.kind == SEAT} if left else {}
        return next((seat for seat in left if why.get(seat) == LEFT), None)

    def waiting_seat(self, person: Person | None) -> int | None:
        """The seat for which this person may prepare a move: their only one, while another is to move."""
        mine = self.seats_of(person)
        if not self.together or len(mine) != 1 or self.to_move is None or self.to_move == mine[0]:
            return None
        return mine[0]

    def sat(self, person: Person | None) -> bool:
        """Whether this person plays or played here."""
        return person is not None and any(person in (chair.person, chair.left_by) for chair in self.chairs)

    # --- what a person may do -------------------------------------------------------------------------------

    def allowed(self, person: Person | None) -> list[Permission]:
        """What this person may do now, beside playing a move."""
        if self.closed:
            return ["rematch"] if self.may_rematch(person) else []
        able: dict[Permission, bool] = {
            "resign": self.may_resign(person),
            "leave": self.may_leave(person),
            "back": self.left_seat(person) is not None,
            "stop": self.may_stop(person),
            "hint": bool(self.seats_of(person)) and self.may_hint(),
            "prepare": self.waiting_seat(person) is not None,
        }
        return [what for what, may in able.items() if may]

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
        """The seat to move, if this person plays it; Denied otherwise."""
        seat = self.to_move
        if seat is None:
            raise Denied("game_over")
        if seat not in self.seats_of(person):
            raise Denied("not_your_turn", seat=seat + 1)
        return seat

    def plies_to_undo(self, person: Person | None) -> int:
        """How many plies an undo by this person would take back; 0 where none is allowed.

        One person alone or against bots goes back to the previous decision. Among several people an undo
        never goes past a draw or a reveal, and never changes whose turn it is. Where it counts there is none,
        nor where the log is so long that reading it again would take long.
        """
        mine, history = self.seats_of(person), self.history
        if not mine or self.closed or self.terms.strict or history.seq >= _UNDOABLE:
            return 0
        if self.persons == 1:
            return history.plies_since_decision_of(mine[0])
        return int(history.last_is_harmless() and history.state.seat in mine)

    def may_hint(self) -> bool:
        return not (self.closed or self.terms.strict or self.together)

    def may_resign(self, person: Person | None) -> bool:
        return len(self.chairs) > 1 and bool(self.seats_of(person))

    def may_leave(self, person: Person | None) -> bool:
        """With two seats the game waits; a rated one is played to the end or given up."""
        return len(self.chairs) > 2 and not self.terms.rated and len(self.seats_of(person)) == 1

    def may_stop(self, person: Person | None) -> bool:
        return self.together and not self.terms.rated and bool(self.seats_of(person))

    def may_rematch(self, person: Person | None) -> bool:
        played = self.sat(person) or (person is not None and person == self.owner)
        return played and self.origin != IMPORTED and self.terms.daily is None


def _after(chair: Chair, row: Row, stands_in: Callable[[str, str], bool]) -> Chair:
    if row.kind == SEAT and row.person is None:
        return replace(chair, kind="bot", bot=row.by, person=None, left_by=chair.person)
    if row.kind == SEAT:
        return replace(chair, kind="person", bot=None, person=row.person, left_by=None)
    if row.kind != MOVE or chair.kind != "bot" or chair.bot == row.by:
        return chair
    stays = chair.bot is not None and stands_in(chair.bot, row.by)
    return chair if stays else replace(chair, bot=row.by)
