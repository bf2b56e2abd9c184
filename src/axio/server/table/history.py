"""A table's log replayed: the rows as they were written, and the moves that survived them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import sub

from axio.rules import Move, Outcome, State, Step, parse_move
from axio.rules.events import ExchangeOffered, RackExchanged, TilesDrawn
from axio.rules.record import End, opening_state, outcome_after

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


@dataclass(slots=True, eq=False)
class History:
    """Everything that follows from a seed and a log. It holds the last state, not those before it."""

    opening: State
    rows: list[Row] = field(default_factory=list)
    made: list[Row] = field(default_factory=list)  # those whose moves survive
    gains: list[tuple[int, ...]] = field(default_factory=list)  # how far each of them moved its seat's tracks
    turns: list[int | None] = field(default_factory=list)  # who is to move after each row
    end: End | None = None
    _now: State | None = None
    _last: tuple[int, Step] | None = None  # the step asked for last, and the ply it led to
    _all: list[Step] | None = None

    @classmethod
    def replayed(
        cls, game: str, seats: int, seed: str, rows: Iterable[Row], start: str | None = None
    ) -> History:
        """A game with its log. Every step is in memory meanwhile, or each undo would play the game anew."""
        history = cls(opening_state(game, seats, seed, start), _all=[])
        for row in rows:
            history.add(row)
        history._all = None
        return history

    @property
    def seq(self) -> int:
        return len(self.rows)

    @property
    def ply(self) -> int:
        return len(self.made)

    @property
    def state(self) -> State:
        return self.opening if self._now is None else self._now

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
        return tuple(parse_move(row.move) for row in self.made)

    def state_at(self, ply: int) -> State:
        if ply == self.ply:
            return self.state
        if ply == 0:
            return self.opening
        if self._last is not None and self._last[0] == ply + 1:
            return self._last[1].before
        return self.step(ply).after

    def step(self, ply: int) -> Step:
        """The step that led to a ply. All moves before it are played again, unless it was asked for last."""
        if self._all is not None:
            return self._all[ply - 1]
        if self._last is None or self._last[0] != ply:
            self._last = ply, self._replay(ply)[-1]
        return self._last[1]

    def forget_step(self) -> None:
        """Free the memory of the last step: every viewer has it."""
        self._last = None

    def with_all_steps(self) -> History:
        """The same history with every step in memory, for callers that need many."""
        return replace(self, _all=self._replay(self.ply))

    def _replay(self, plies: int) -> list[Step]:
        state, steps = self.opening, []
        for row in self.made[:plies]:
            steps.append(state.play(parse_move(row.move)))
            state = steps[-1].after
        return steps

    def followed_by(self, row: Row, step: Step | None = None) -> History:
        """The history with one more row. `step`: the move, if it was played already."""
        lists = [*self.rows], [*self.made], [*self.gains], [*self.turns]
        after = History(self.opening, *lists, self.end, self._now, self._last)
        after.add(row, step)
        return after

    def add(self, row: Row, step: Step | None = None) -> None:
        if row.kind == UNDO:
            keep = self.ply - int(row.move)
            self._now, self._last = self.state_at(keep), None
            del self.made[keep:], self.gains[keep:], (self._all or [])[keep:]
        elif row.kind == END:
            self.end = End(row.move, None if row.move == AGREED else row.seat)
        elif row.kind == MOVE:
            step = step or self.state.play(parse_move(row.move))
            self.made.append(row)
            self.gains.append(_gained(step))
            self._now, self._last = step.after, (self.ply, step)
            if self._all is not None:
                self._all.append(step)
        self.rows.append(row)
        self.turns.append(self.to_move)

    def plies_since_decision_of(self, seat: int) -> int:
        """How many plies back this seat last decided something; 0 for never."""
        for back, row in enumerate(reversed(self.made), start=1):
            if row.seat == seat:
                return back
        return 0

    def last_is_harmless(self) -> bool:
        """Whether nobody learnt anything from the last move: no draw, no reveal, the same seat to move."""
        if not self.made or self.over or self.made[-1].seat != self.state.seat:
            return False
        last = self.step(self.ply)
        telling = TilesDrawn | RackExchanged | ExchangeOffered
        return not any(isinstance(event, telling) for event in last.events)


def _gained(step: Step) -> tuple[int, ...]:
    seat = step.before.seat
    return _same(tuple(map(sub, step.after.tracks[seat], step.before.tracks[seat])))


@lru_cache(maxsize=4096)
def _same(gains: tuple[int, ...]) -> tuple[int, ...]:
    """One object for equal gains: thousands of games hold the same few."""
    return gains
