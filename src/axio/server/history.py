"""A table's log replayed: the rows as they were written, and the moves that survived them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from axio.rules import Move, Outcome, State, Step, deal, parse_move
from axio.rules.events import Event, ExchangeOffered, RackExchanged, TilesDrawn
from axio.rules.record import End, outcome_after

MOVE, UNDO, SEAT, END = "move", "undo", "seat", "end"
AGREED = "agreed"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the log: a move, an undo of so many plies, another player at a seat, or an early end."""

    seq: int
    kind: str
    move: str  # of a seat and of an end: why
    seat: int
    by: str
    at: float
    person: str | None = None  # of a seat: who plays it from here on; none for a bot


@dataclass(slots=True)
class History:
    """Everything that follows from a seed and a log."""

    opening: State
    rows: list[Row] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    players: list[str] = field(default_factory=list)  # who made each surviving move
    turns: list[int | None] = field(default_factory=list)  # who is to move after each row
    end: End | None = None
    _told: tuple[Step, tuple[Event, ...]] | None = field(default=None, compare=False)  # the latest asked for

    @classmethod
    def replayed(cls, game: str, seats: int, seed: str, rows: Iterable[Row]) -> History:
        history = cls(deal(game, seats, seed))
        for row in rows:
            history.add(row)
        return history

    @property
    def seq(self) -> int:
        return len(self.rows)

    @property
    def ply(self) -> int:
        return len(self.steps)

    @property
    def state(self) -> State:
        return self.steps[-1].after if self.steps else self.opening

    @property
    def over(self) -> bool:
        return self.end is not None or self.state.over

    @property
    def to_move(self) -> int | None:
        return None if self.end is not None else self.state.to_move

    @property
    def outcome(self) -> Outcome | None:
        return outcome_after(self.state, self.end)

    @property
    def undone(self) -> bool:
        return any(row.kind == UNDO for row in self.rows)

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(step.move for step in self.steps)

    def state_at(self, ply: int) -> State:
        return self.steps[ply - 1].after if ply else self.opening

    def events(self, ply: int) -> tuple[Event, ...]:
        """What happened in the move that led to this ply."""
        if not ply:
            return ()
        step = self.steps[ply - 1]
        if self._told is None or self._told[0] is not step:
            self._told = step, step.events
        return self._told[1]

    def followed_by(self, row: Row, step: Step | None = None) -> History:
        """The history with one row more; `step` spares playing a move that was played already."""
        after = History(self.opening, [*self.rows], [*self.steps], [*self.players], [*self.turns], self.end)
        after.add(row, step)
        return after

    def add(self, row: Row, step: Step | None = None) -> None:
        if row.kind == UNDO:
            keep = self.ply - int(row.move)
            del self.steps[keep:], self.players[keep:]
        elif row.kind == END:
            self.end = End(row.move, None if row.move == AGREED else row.seat)
        elif row.kind == MOVE:
            self.steps.append(step or self.state.play(parse_move(row.move)))
            self.players.append(row.by)
        self.rows.append(row)
        self.turns.append(self.to_move)

    def plies_since_decision_of(self, seat: int) -> int:
        """How many plies back this seat last decided something; 0 for never."""
        for back, step in enumerate(reversed(self.steps), start=1):
            if step.before.seat == seat:
                return back
        return 0

    def last_is_harmless(self) -> bool:
        """Whether the last move told nobody anything: no draw, nothing shown, the turn not passed."""
        if not self.steps or self.over:
            return False
        last = self.steps[-1]
        events = self.events(self.ply)
        told = any(isinstance(event, TilesDrawn | RackExchanged | ExchangeOffered) for event in events)
        return not told and last.before.seat == last.after.seat
