"""The free spots with what a tile there would see: made once for a position, the same for every viewer.

Each kind of board tells three things: the keys of its free spots in order, what stands at a spot, and which
spots look different on another board of the same game, so that from ply to ply only those are made anew.
The message with them is made from the last one likewise: the same bytes for every viewer.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Protocol

import msgspec

from axio.rules import Position
from axio.rules.board import DominoBoard
from axio.server.protocol import Spot
from axio.server.table.table import Table

from . import preview_display, preview_grid
from .preview_tracks import tracks_after

_encode = msgspec.json.Encoder().encode


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


@dataclass(frozen=True, slots=True)
class Preview:
    """A message with free spots, and what it takes to derive the next one from it."""

    seq: int
    board: Any
    keys: Sequence[Any]
    sizes: array[int]  # bytes of each spot in the message
    start: int  # where the first one begins
    after: bytes  # where tracks would stand, if not at the sum
    message: bytes

    @classmethod
    def of(cls, position: Position, seq: int, ply: int, last: Preview | None) -> Preview:
        kind = kind_of(position.board)
        keys = kind.keys(position.board, position.first)
        known = {} if last is None else last._unchanged(position.board)
        fresh = [key for key in keys if key not in known]
        known.update(zip(fresh, map(_encode, kind.spots(position.board, fresh)), strict=True))
        parts = [known[key] for key in keys]
        head = b'{"kind":"spots","ply":%d,"spots":[' % ply
        sizes = array("H", map(len, parts))
        after = _encode(tracks_after(position))
        message = b'%b%b],"after":%b}' % (head, b",".join(parts), after)
        return cls(seq, position.board, keys, sizes, len(head), after, message)

    @property
    def spots(self) -> bytes:
        """The spots alone."""
        return self.message[self.start - 1 : -len(self.after) - len(b',"after":}')]

    def _unchanged(self, board: Any) -> dict[Any, bytes]:
        """The spots of this message that look the same on another board."""
        changed = kind_of(board).changed(self.board, board)
        ends = accumulate((size + 1 for size in self.sizes), initial=self.start)
        return {
            key: self.message[end : end + size]
            for key, size, end in zip(self.keys, self.sizes, ends, strict=False)
            if key not in changed
        }


def preview_of(table: Table, last: Preview | None) -> Preview | None:
    """The free spots of the present position, if a person has to place a tile; derived from the `last`."""
    chair, history = table.on_move, table.history
    if chair is None or chair.kind != "person" or history.state.asked:
        return None
    if last is not None and last.seq == history.seq:
        return last
    return Preview.of(history.state.observe(None), history.seq, history.ply, last)
