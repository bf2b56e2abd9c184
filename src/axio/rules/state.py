"""A whole game at one moment: everything known, nothing hidden. Immutable and hashable."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import NamedTuple

from .draft import Draft, ToldDraft
from .draws import key_of
from .errors import Refused
from .events import Event
from .game import Game, game
from .moves import Move
from .observation import Observation
from .position import LegalMoves, Position
from .tiles import Tile, in_order
from .turn import carry_out


@dataclass(frozen=True, slots=True)
class State(Position):
    """A position with every rack, stack and the bag, and the key its draws come from."""

    racks: tuple[tuple[Tile, ...], ...]
    stacks: tuple[tuple[Tile, ...], ...]  # face down, the top first; empty where the game has none
    bag: tuple[Tile, ...]  # in canonical order
    key: bytes = field(repr=False)
    drawn: int

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves of the seat to move."""
        return LegalMoves(self, self.racks[self.seat])

    def play(self, move: Move) -> Step:
        """The step a move makes; IllegalMove, with the reason, if the rules do not allow it."""
        self.legal_moves.check(move)
        draft = Draft(self)
        carry_out(draft, move)
        return Step(self, move, finished(draft))

    def play_aloud(self, move: Move) -> Step:
        """The same step with its events at hand, for whoever is going to ask for them."""
        self.legal_moves.check(move)
        draft = ToldDraft(self)
        carry_out(draft, move)
        return Step(self, move, finished(draft), tuple(draft.events))

    def redealt(self, key: bytes) -> State:
        """The same state with other luck: stacks and bag are dealt anew, and all draws come from the key."""
        hidden = [*self.bag, *(tile for stack in self.stacks for tile in stack)]
        Random(key).shuffle(hidden)
        stacks = tuple(tuple(hidden.pop() for _ in stack) for stack in self.stacks)
        return replace(self, stacks=stacks, bag=in_order(hidden), key=key, drawn=0)

    def observe(self, seat: int | None) -> Observation:
        """What a seat may know; None: a spectator. This is the one place where secrets are left out."""
        if seat is not None and seat not in range(self.game.seats):
            raise Refused(f"there is no seat {seat}: expected 0 to {self.game.seats - 1}, or None")
        return Observation(
            self.game,
            self.board,
            self.tracks,
            self.placed,
            self.seat,
            self.owed,
            self.asked,
            self.ending,
            viewer=seat,
            rack=() if seat is None else self.racks[seat],
            rack_sizes=tuple(map(len, self.racks)),
            stack_sizes=tuple(map(len, self.stacks)),
            bag_size=len(self.bag),
        )


class Step(NamedTuple):
    """One move and what came of it."""

    before: State
    move: Move
    after: State
    told: tuple[Event, ...] | None = None  # the events, if they were listened to

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, fact by fact: if nobody listened, the move is made once more."""
        if self.told is not None:
            return self.told
        draft = ToldDraft(self.before)
        carry_out(draft, self.move)
        return tuple(draft.events)

    def seen_by(self, seat: int | None) -> tuple[Event, ...]:
        """The events as a seat may know them; None is a spectator."""
        return tuple(event.seen_by(seat) for event in self.events)


def deal(name: str, seats: int = 2, seed: str = "") -> State:
    """A new game. The same seed deals the same game, on every machine and for ever."""
    return dealt(game(name, seats), key_of(seed))


def dealt(game: Game, key: bytes) -> State:
    """A new game whose draws come from a key."""
    nothing: tuple[tuple[Tile, ...], ...] = ((),) * game.seats
    zeros = (0,) * game.seats
    tracks = ((0,) * len(game.colours),) * game.seats
    bare = State(game, game.board, tracks, zeros, 0, 0, False, None, nothing, nothing, game.tiles, key, 0)
    draft = Draft(bare)
    game.supply.deal(draft)
    return finished(draft)


def finished(draft: Draft) -> State:
    """The state a draft has come to."""
    return State(
        draft.game,
        draft.board,
        tuple(draft.tracks),
        tuple(draft.placed),
        draft.seat,
        draft.owed,
        draft.asked,
        draft.ending,
        tuple(draft.racks),
        tuple(draft.stacks),
        draft.bag,
        draft.key,
        draft.drawn,
    )
