"""What a seat may know, written straight into planes and a vector (see axio.encoding.planes)."""

from __future__ import annotations

import numpy as np

from axio.kernel.device.grid.board import count_stacked, show_board, show_lists
from axio.kernel.device.shared.row import (
    ASKED,
    BAG,
    BAG_SIZE,
    ENDING,
    HELD,
    LEFT,
    OWED,
    PLACED,
    RACK_STRIDE,
    RACKS,
    SEAT,
    TRACK_STRIDE,
    TRACKS,
    Bytes,
    Int,
    Words,
)
from axio.kernel.device.shared.tables import GridTables


def observe(b: Bytes, w: Words, t: GridTables, viewer: Int, planes: Bytes, vector: Bytes) -> None:
    """Write the planes (flat) and the vector of one viewer; -1 is a spectator."""
    show_board(b, t, planes)
    observe_vector(b, t, viewer, vector)


def observe_board(b: Bytes, w: Words, t: GridTables, order: Bytes, board: Bytes, listed: bool) -> None:
    """Write the board as planes or, on a display, as lists."""
    if listed:
        show_lists(b, w, t, order, board)
    else:
        show_board(b, t, board)


def observe_vector(b: Bytes, t: GridTables, viewer: Int, vector: Bytes) -> None:
    """Write everything else one viewer may know; -1 is a spectator."""
    start = max(viewer, 0)
    at = 0
    for turn in range(t.seats):
        seat = start + turn if start + turn < t.seats else start + turn - t.seats
        for colour in range(t.colours):
            vector[at + colour] = b[TRACKS + TRACK_STRIDE * seat + colour]
        at += t.colours
    for turn in range(t.seats):
        seat = start + turn if start + turn < t.seats else start + turn - t.seats
        vector[at + turn] = b[PLACED + seat]
        vector[at + t.seats + turn] = b[HELD + seat]
        vector[at + 2 * t.seats + turn] = b[LEFT + seat]
        vector[at + 3 * t.seats + turn] = 1 if seat == b[SEAT] and b[ENDING] == 0 else 0
    at += 4 * t.seats
    vector[at] = b[BAG_SIZE]
    vector[at + 1] = b[OWED]
    vector[at + 2] = b[ASKED]
    vector[at + 3] = 1 if b[ENDING] > 0 else 0
    observe_tiles(b, t, viewer, vector, at + 4)


def observe_tiles(b: Bytes, t: GridTables, viewer: Int, vector: Bytes, at: Int) -> None:
    """Write the viewer's rack, then the tiles it has not seen: in the bag, on other racks, on stacks."""
    for kind in range(t.kinds):
        vector[at + kind] = 0
        vector[at + t.kinds + kind] = b[8 * BAG + kind]
    for seat in range(t.seats):
        part = at if seat == viewer else at + t.kinds
        for i in range(np.int64(b[HELD + seat])):
            vector[part + b[RACKS + RACK_STRIDE * seat + i]] += 1
    count_stacked(b, t, vector, at + t.kinds)
