"""The free spots with what a tile there would see: made once for a position, the same for every viewer.

Each kind of board tells three things: the keys of its free spots in order, what stands at a spot, and which
spots look different on another board of the same game, so that from ply to ply only those are made anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Protocol

from axio.rules import Position
from axio.rules.board import DominoBoard
from axio.server.protocol import Spot

from . import preview_display, preview_grid


class Kind(Protocol):
    def keys(self, board: Any, first: bool) -> Sequence[Any]:
        """The free spots, in order."""
        ...

    def spots(self, board: Any, keys: Iterable[Any]) -> list[Spot]: ...

    def changed(self, old: Any, new: Any) -> Collection[Any]:
        """The spots that may look different on two boards; too many do no harm."""
        ...


def kind_of(board: object) -> Kind:
    return preview_grid if isinstance(board, DominoBoard) else preview_display


def spots(position: Position) -> list[Spot]:
    """Every spot where the seat to move may place; none where nothing is to be placed."""
    if position.over or position.asked:
        return []
    kind = kind_of(position.board)
    return kind.spots(position.board, kind.keys(position.board, position.first))
