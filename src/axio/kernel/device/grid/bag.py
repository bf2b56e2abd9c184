"""Supply from a common bag: deals and refills racks, and exchanges a rack that serves no lowest colour."""

from __future__ import annotations

import numpy as np

from axio.kernel.device.shared.rng import draw_tile, put_in_bag
from axio.kernel.device.shared.row import (
    ASKED,
    BAG_SIZE,
    HELD,
    RACK_STRIDE,
    RACKS,
    SEAT,
    TRACK_STRIDE,
    TRACKS,
    Bytes,
    Int,
    Kinds,
    Words,
)
from axio.kernel.device.shared.tables import GridTables
from axio.kernel.device.shared.tracks import least


def draw_to_rack(b: Bytes, w: Words, t: GridTables, seat: Int, feed: Kinds) -> None:
    held = b[HELD + seat]
    b[RACKS + RACK_STRIDE * seat + held] = draw_tile(b, w, t, feed)
    b[HELD + seat] = held + 1


def fill_rack(b: Bytes, w: Words, t: GridTables, seat: Int, feed: Kinds) -> None:
    while b[HELD + seat] < t.rack and b[BAG_SIZE] > 0:
        draw_to_rack(b, w, t, seat, feed)


def deal_tiles(b: Bytes, w: Words, t: GridTables, feed: Kinds) -> None:
    """Deal every seat's first tiles onto a fresh row."""
    for seat in range(t.seats):
        fill_rack(b, w, t, seat, feed)


def bonus(b: Bytes, w: Words, t: GridTables, feed: Kinds) -> None:
    """A bonus tile is one of those left on the rack: nothing is drawn."""


def refill(b: Bytes, w: Words, t: GridTables, feed: Kinds) -> None:
    fill_rack(b, w, t, b[SEAT], feed)


def serves(b: Bytes, t: GridTables, seat: Int, kind: Int, lowest: Int) -> Int:
    """Whether a tile shows a colour of the seat's that stands at `lowest`."""
    at = TRACKS + TRACK_STRIDE * seat
    return b[at + t.pair[2 * kind]] == lowest or b[at + t.pair[2 * kind + 1]] == lowest


def offers_exchange(b: Bytes, t: GridTables) -> bool:
    seat = np.int64(b[SEAT])
    if not t.exchanges or b[BAG_SIZE] < t.rack:
        return False
    lowest = least(b, t, seat)
    for i in range(b[HELD + seat]):
        if serves(b, t, seat, b[RACKS + RACK_STRIDE * seat + i], lowest):
            return False
    return True


def exchange(b: Bytes, w: Words, t: GridTables, feed: Kinds) -> None:
    """Draw a full rack; only then put the old tiles back."""
    seat = np.int64(b[SEAT])
    at = RACKS + RACK_STRIDE * seat
    shown = np.int64(0)
    count = np.int64(b[HELD + seat])
    for i in range(count):
        shown |= np.int64(b[at + i]) << (8 * i)
    b[HELD + seat] = 0
    fill_rack(b, w, t, seat, feed)
    for i in range(count):
        put_in_bag(b, w, (shown >> (8 * i)) & 255)


def sample_hidden(b: Bytes, w: Words, t: GridTables, viewer: Int, feed: Kinds) -> None:
    """Deal the unseen tiles, all in the bag now, to the racks the viewer does not see. HELD says how many.

    A seat that is asked to exchange has told everyone what it does not hold: it draws among the rest.
    """
    for turn in range(t.seats):
        seat = (b[SEAT] + turn) % t.seats  # the seat that may be asked draws first
        if seat != viewer:
            count = b[HELD + seat]
            b[HELD + seat] = 0
            for _ in range(count):
                draw_unserving(b, w, t, seat, feed)


def draw_unserving(b: Bytes, w: Words, t: GridTables, seat: Int, feed: Kinds) -> None:
    from_all = not (t.exchanges and b[ASKED] > 0 and seat == b[SEAT])
    while True:
        draw_to_rack(b, w, t, seat, feed)
        held = b[HELD + seat] - 1
        kind = b[RACKS + RACK_STRIDE * seat + held]
        if from_all or not serves(b, t, seat, kind, least(b, t, seat)):
            return
        put_in_bag(b, w, kind)
        b[HELD + seat] = held
