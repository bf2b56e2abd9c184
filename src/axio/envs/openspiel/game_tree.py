"""The game tree, in which every drawn tile is a chance node: the rules, stopped at each draw.

A move is carried out with the draws known so far. Where it needs one more draw it stops, and it is carried
out again when that tile is known. No rule is repeated here.
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
    """The move needs one more tile before it is complete."""


class DrawnTile(str):
    """A tile with the number of the draw it came from."""

    number: int


class OpenDraft(ToldDraft):
    """A draft that is given its draws, instead of drawing from a seed."""

    def __init__(self, state: State, draws: Sequence[Tile]) -> None:
        super().__init__(state)
        self._given = iter(draws)

    def draw(self) -> Tile:
        tile = next(self._given, None)
        if tile is None:
            raise DrawNeeded
        drawn = DrawnTile(tile)
        drawn.number = self.drawn
        self.bag = without(self.bag, tile)
        self.drawn += 1
        return drawn


class MoveWithDraws(NamedTuple):
    """A move (None is the deal), the tiles drawn for it, and whether a seat was then asked to exchange."""

    move: Move | None
    draws: tuple[Tile, ...]
    asked: bool


@dataclass(frozen=True, eq=False)
class TreeNode:
    """The state of the game, the moves that led to it, and what every seat was told."""

    state: State
    told: tuple[Event, ...]
    history: tuple[MoveWithDraws, ...]
    waiting: TreeNode | None = None  # the node before the move that waits for a draw
    begun: MoveWithDraws | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> TreeNode:
        return self  # it is immutable

    @staticmethod
    def deal(game: Game, draws: Sequence[Tile] = ()) -> TreeNode:
        none: tuple[tuple[Tile, ...], ...] = ((),) * game.seats
        bare = replace(
            deal(game.name, game.seats),
            board=game.board, racks=none, stacks=none, bag=game.tiles, key=_NO_KEY, drawn=0,
        )  # fmt: skip
        return _carried(TreeNode(bare, (), ()), None, draws)

    def play(self, move: Move, draws: Sequence[Tile] = ()) -> TreeNode:
        self.state.legal_moves.check(move)
        return _carried(self, move, draws)

    def draw(self, tile: Tile) -> TreeNode:
        assert self.waiting is not None
        assert self.begun is not None
        return _carried(self.waiting, self.begun.move, (*self.begun.draws, tile))


def _carried(start: TreeNode, move: Move | None, draws: Sequence[Tile]) -> TreeNode:
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
    played = MoveWithDraws(move, tuple(draws), draft.asked)
    if waiting is not None:
        return TreeNode(finished(draft), told, start.history, waiting, played)
    return TreeNode(finished(draft), told, (*start.history, played))
