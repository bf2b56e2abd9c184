"""Saved games. A game is exactly its seed and its moves; everything else is computed again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from .errors import IllegalMove, Malformed
from .moves import Move
from .outcome import Outcome, ranked, ranked_without
from .position_text import parse_position
from .proof import Proof
from .state import State, Step, deal

FORMAT = "axio-record/1"
RULES = 1


@dataclass(frozen=True, slots=True)
class Player:
    """Who played a seat, from which ply on."""

    name: str
    since: int = 0


@dataclass(frozen=True, slots=True)
class End:
    """How a game stopped before its natural end, and at which seat."""

    by: str  # time, resign or agreed
    seat: int | None


def outcome_after(final: State, end: End | None) -> Outcome | None:
    """How a game came out that is over, or was ended in this state.

    Whoever ran out of time or resigned is last; an agreed end ranks as it stands.
    """
    if end is None:
        return final.outcome
    if end.by == "agreed" or end.seat is None:
        return Outcome(ranked(final.tracks), end.by)
    return Outcome(ranked_without(final.tracks, end.seat), end.by)


def opening_state(game: str, seats: int, seed: str, start: str | None = None) -> State:
    """The state in which a game begins: dealt by its seed, or a position of which everything is known."""
    if start is None:
        return deal(game, seats, seed)
    state = parse_position(start)
    if not isinstance(state, State) or (state.game.name, state.game.seats) != (game, seats):
        raise Malformed(f"start: expected a position of {game}/{seats} of which everything is known")
    return state


@dataclass(frozen=True)
class Record:
    """One game, finished or not."""

    game: str
    seats: int
    seed: str
    moves: tuple[Move, ...] = ()
    players: tuple[tuple[Player, ...], ...] = ()
    end: End | None = None
    proof: Proof | None = None
    started: str | None = None
    site: str | None = None
    start: str | None = None  # the position it began from, as text, if not from a deal

    def steps(self) -> Iterator[Step]:
        """The game move by move. IllegalMove says which move the rules refuse, and why."""
        state = self.opening
        for number, move in enumerate(self.moves, start=1):
            try:
                step = state.play(move)
            except IllegalMove as fault:
                raise fault.at(number) from None
            yield step
            state = step.after

    @property
    def opening(self) -> State:
        """The state after the deal, or the position that the game began from."""
        return opening_state(self.game, self.seats, self.seed, self.start)

    @cached_property
    def final(self) -> State:
        """The state after the last move."""
        return self.state(len(self.moves))

    def state(self, ply: int) -> State:
        """The state after `ply` moves."""
        state = self.opening
        for _, step in zip(range(ply), self.steps(), strict=False):
            state = step.after
        return state

    @property
    def outcome(self) -> Outcome | None:
        """How it came out."""
        return outcome_after(self.final, self.end)

    def result(self) -> dict[str, object] | None:
        """The result as a record carries it, once the game is over."""
        outcome = self.outcome
        if outcome is None:
            return None
        return {
            "scores": [list(tracks) for tracks in self.final.tracks],
            "ranking": list(outcome.ranking),
            "winners": list(outcome.winners),
            "ending": outcome.ending,
        }

    def check(self) -> None:
        """Replay the game and hold the record against itself."""
        over = self.final.over
        if self.start is not None and self.proof is not None:
            raise Malformed("proof: a game that began from a position was not dealt")
        if self.end is not None and over:
            raise Malformed(f"end: the game had ended by itself before it could end by {self.end.by}")
        if self.proof is not None:
            self.proof.check(self.seed)

    def as_data(self) -> dict[str, object]:
        """The record as JSON-ready data."""
        data: dict[str, object] = {
            "format": FORMAT,
            "rules": RULES,
            "game": self.game,
            "seats": self.seats,
            "seed": self.seed,
            "moves": [str(move) for move in self.moves],
        }
        if self.players:
            data["players"] = [[{"name": p.name, "from": p.since} for p in seat] for seat in self.players]
        if self.end is not None:
            seat = {} if self.end.seat is None else {"seat": self.end.seat}
            data["end"] = {"by": self.end.by, **seat}
        if self.proof is not None:
            data["proof"] = self.proof.as_data()
        if self.end is None and (result := self.result()):
            data["result"] = result
        extras = {"start": self.start, "started": self.started, "site": self.site}
        return data | {key: value for key, value in extras.items() if value is not None}

    def text(self) -> str:
        """The record as JSON, one object on one line."""
        return json.dumps(self.as_data(), ensure_ascii=False)
