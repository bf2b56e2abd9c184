"""The message with the free spots: once for a position, the same bytes for every viewer."""

from __future__ import annotations

import asyncio

import msgspec

from .preview import spots
from .protocol import Spots
from .tables import Table

_encoder = msgspec.json.Encoder()


def spots_message(table: Table) -> bytes | None:
    """The message for the position as it is, if a person has to place a tile in it."""
    chair, state = table.on_move, table.history.state
    if chair is None or chair.kind != "person" or state.asked:
        return None
    if table.spots is None or table.spots[0] != table.history.seq:
        message = Spots(ply=table.history.ply, spots=spots(state.observe(None)))
        table.spots = table.history.seq, _encoder.encode(message)
    return table.spots[1]


def announce_spots(table: Table) -> None:
    """Make and send them in the loop's next turn, so that the move's own news goes out first."""
    if table.watchers and table.on_move is not None:
        asyncio.get_running_loop().call_soon(_announce, table, table.history.seq)


def _announce(table: Table, seq: int) -> None:
    if table.history.seq == seq and spots_message(table) is not None:
        for watcher in [*table.watchers]:
            watcher.spots_made()
