"""The message with the free spots: once for a position, the same bytes for every viewer.

It is made from the table's last one: only the spots that look different are written anew.
"""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import msgspec

from axio.rules import Position
from axio.server.table.table import Table

from .preview import kind_of, tracks_after

_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Preview:
    """A message, and what it takes to make the next one out of it."""

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


def spots_of(table: Table) -> Preview | None:
    """The free spots of the position as it is, if a person has to place a tile in it."""
    chair, history = table.on_move, table.history
    if chair is None or chair.kind != "person" or history.state.asked:
        return None
    if table.preview is None or table.preview.seq != history.seq:
        table.preview = Preview.of(history.state.observe(None), history.seq, history.ply, table.preview)
    return table.preview


def announce_spots(table: Table) -> None:
    """Send them in the loop's next turn to whoever no step has brought them."""
    if table.watchers and table.on_move is not None:
        asyncio.get_running_loop().call_soon(_announce, table, table.history.seq)


def _announce(table: Table, seq: int) -> None:
    if table.history.seq == seq and spots_of(table) is not None:
        for watcher in [*table.watchers]:
            watcher.spots_made()
