"""A game in which every drawn tile is a step of its own: what the rules do in one go, stopped at each draw.

A move is carried out with the draws known so far; where one more is needed it stops, and is carried out again
once that tile is named. Nothing of the rules is repeated here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from axio.rules import Game, Move, State, deal
from axio.rules.draft import ToldDraft
from axio.rules.events import Event
from axio.rules.state import finished
from axio.rules.tiles import Tile, without
from axio.rules.turn import carry_out

_NO_KEY = bytes(32)  # nothing is drawn by key here


class DrawNeeded(Exception):
    """One more tile must be drawn before the move is done."""


class Drawn(str):
    """A tile that remembers which draw it was."""

    number: int


class OpenDraft(ToldDraft):
    """A draft whose draws are given from outside."""

    def __init__(self, state: State, draws: Sequence[Tile]) -> None:
        super().__init__(state)
        self._given = iter(draws)

    def draw(self) -> Tile:
        tile = next(self._given, None)
        if tile is None:
            raise DrawNeeded
        drawn = Drawn(tile)
        drawn.number = self.drawn
        self.bag = without(self.bag, tile)
        self.drawn += 1
        return drawn


class Played(NamedTuple):
    """A move (none: the deal), the tiles drawn with it, and whether a seat was then asked to exchange."""

    move: Move | None
    draws: tuple[Tile, ...]
    asked: bool


@dataclass(frozen=True, eq=False)
class Moment:
    """Where the game stands, how it came there, and what everyone was told."""

    state: State
    told: tuple[Event, ...]
    history: tuple[Played, ...]
    waiting: Moment | None = None  # where the move began that now waits for a draw; itself at the deal
    begun: Played | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self  # nothing in it ever changes

    @staticmethod
    def deal(game: Game, draws: Sequence[Tile] = ()) -> Moment:
        none: tuple[tuple[Tile, ...], ...] = ((),) * game.seats
        bare = replace(
            deal(game.name, game.seats),
            board=game.board, racks=none, stacks=none, bag=game.tiles, key=_NO_KEY, drawn=0,
        )  # fmt: skip
        return _carried(Moment(bare, (), ()), None, draws)

    def play(self, move: Move, draws: Sequence[Tile] = ()) -> Moment:
        self.state.legal_moves.check(move)
        return _carried(self, move, draws)

    def draw(self, tile: Tile) -> Moment:
        assert self.waiting is not None
        assert self.begun is not None
        return _carried(self.waiting, self.begun.move, (*self.begun.draws, tile))


def _carried(start: Moment, move: Move | None, draws: Sequence[Tile]) -> Moment:
    draft = OpenDraft(start.state, draws)
    waiting = None
    try:
        if move is None:
            draft.game.supply.deal(draft)
        else:
            carry_out(draft, move)
    except DrawNeeded:
        waiting = start
    told = (*start.told, *draft.events)
    played = Played(move, tuple(draws), draft.asked)
    if waiting is not None:
        return Moment(finished(draft), told, start.history, waiting, played)
    return Moment(finished(draft), told, (*start.history, played))
