"""Supply from stacks: every seat holds the top tile of its own; bonus tiles are drawn from the rest."""

from __future__ import annotations

import numpy as np

from axio.kernel.device.shared.rng import draw_tile
from axio.kernel.device.shared.row import (
    BAG_SIZE,
    HELD,
    LEFT,
    OWED,
    RACK_STRIDE,
    RACKS,
    SEAT,
    Bytes,
    Int,
    Kinds,
    Words,
)
from axio.kernel.device.shared.tables import DisplayTables

from .board import mark_at, put


def deal_tiles(b: Bytes, w: Words, t: DisplayTables, feed: Kinds) -> None:
    """Deal the opening square, every seat's stack, and its top tile."""
    for i in range(0, t.opening.size, 3):
        kind = draw_tile(b, w, t, feed)
        turn = facing(t, kind, t.opening[i + 2])
        put(b, w, t, t.opening[i] + 1, t.opening[i + 1] + 1, kind, turn)
    for seat in range(t.seats):
        b[LEFT + seat] = t.stack
        draw_stack(b, w, t, seat, feed)
    for seat in range(t.seats):
        take_top(b, t, seat)


def facing(t: DisplayTables, kind: Int, corner: Int) -> Int:
    """The turn that brings a tile's empty corner there; 0 if it has none."""
    for turn in range(4):
        if mark_at(t, kind, turn, corner) == t.colours:
            return turn
    return 0


def draw_stack(b: Bytes, w: Words, t: DisplayTables, seat: Int, feed: Kinds) -> None:
    """Draw the tiles left on a seat's stack, from the top."""
    for i in range(t.stack - np.int64(b[LEFT + seat]), t.stack):
        b[t.stacks + t.stack * seat + i] = draw_tile(b, w, t, feed)


def take_top(b: Bytes, t: DisplayTables, seat: Int) -> None:
    left = np.int64(b[LEFT + seat])
    if left > 0:
        top = t.stacks + t.stack * seat + t.stack - left
        b[RACKS + RACK_STRIDE * seat + b[HELD + seat]] = b[top]
        b[top] = 0
        b[HELD + seat] += 1
        b[LEFT + seat] = left - 1


def bonus(b: Bytes, w: Words, t: DisplayTables, feed: Kinds) -> None:
    """Bonus tiles are drawn one by one; those that find the supply empty lapse."""
    seat = np.int64(b[SEAT])
    if b[BAG_SIZE] > 0:
        b[RACKS + RACK_STRIDE * seat + b[HELD + seat]] = draw_tile(b, w, t, feed)
        b[HELD + seat] += 1
    else:
        b[OWED] = 0


def refill(b: Bytes, w: Words, t: DisplayTables, feed: Kinds) -> None:
    take_top(b, t, np.int64(b[SEAT]))


def offers_exchange(b: Bytes, t: DisplayTables) -> bool:
    return False


def exchange(b: Bytes, w: Words, t: DisplayTables, feed: Kinds) -> None:
    """Never offered."""


def sample_hidden(b: Bytes, w: Words, t: DisplayTables, viewer: Int, feed: Kinds) -> None:
    """Deal the unseen tiles, all in the bag now, to hidden racks and to every stack.

    The first tile dealt is the one that comes into play next.
    """
    for turn in range(t.seats):
        seat = (b[SEAT] + 1 + turn) % t.seats
        if seat != viewer:
            for i in range(np.int64(b[HELD + seat])):
                b[RACKS + RACK_STRIDE * seat + i] = draw_tile(b, w, t, feed)
        draw_stack(b, w, t, seat, feed)
