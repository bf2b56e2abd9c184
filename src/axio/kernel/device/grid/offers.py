"""What a grid has to offer: room to lay tiles, points for each colour, gains for each kind of tile."""

from __future__ import annotations

import numpy as np

from axio.kernel.device.shared.bits import count_bits, lowest_bit
from axio.kernel.device.shared.row import (
    FREE,
    RAISED,
    SEAT,
    SMALL,
    Bytes,
    Int,
    Ints,
    Singles,
    Words,
)
from axio.kernel.device.shared.scratch import GAINS, POINTS, RISES, STRIDE, add_offer, clear_offers
from axio.kernel.device.shared.tables import GridTables

from .board import open_word
from .point_map import HOLES, MAP_STRIDE
from .policy import gained_with_pyramids, points_of, rise

ROOM = 9  # numbers
_NONE = np.uint64(0)
_ONE = np.uint64(1)


def survey(
    b: Bytes, w: Words, t: GridTables, seat: Int, point_map: Bytes, scratch: Ints, out: Singles
) -> None:
    """How much can still be laid: free cells, spots, cells by free sides, pyramids, tiles that fit.
    Writes what free cells offer each colour."""
    clear_offers(scratch)
    for i in range(ROOM):
        out[i] = 0
    for i in range(t.cells):
        cell = np.int64(t.board[i])
        sides = free_sides(b, t, cell)
        if sides > 0:
            out[0] += 1
            out[1 + min(sides, 4)] += 1
            for colour in range(t.colours):
                add_offer(scratch, colour, np.int64(point_map[MAP_STRIDE * cell + colour]))
    for i in range(t.spot_words):
        out[1] += count_bits(w[t.open + i])
    out[6] = b[RAISED]
    out[7] = count_fitting(w, t, scratch)
    out[8] = np.int64(out[7]) & 1


def count_fitting(w: Words, t: GridTables, scratch: Ints) -> Int:
    """How many tiles fit if they are laid side by side, from the first open spot on."""
    for i in range(t.spot_words):
        scratch[RISES + i] = np.int64(w[t.open + i])
    count = 0
    for i in range(t.spot_words):
        while scratch[RISES + i] != 0:
            spot = 64 * i + lowest_bit(np.uint64(scratch[RISES + i]))
            for j in range(i, t.spot_words):
                scratch[RISES + j] &= ~np.int64(t.closed[spot * t.spot_words + j])
            count += 1
    return count


def free_sides(b: Bytes, t: GridTables, cell: Int) -> Int:
    """How many free cells lie beside a free cell."""
    at = t.marks + cell
    if b[at] != FREE:
        return 0
    count = 0
    for direction in range(t.steps.size):
        if b[(at + t.steps[direction]) & SMALL] == FREE:
            count += 1
    return count


def weigh_kinds(b: Bytes, w: Words, t: GridTables, point_map: Bytes, values: Ints, scratch: Ints) -> None:
    """Write per kind of tile the most the seat whose turn it is would gain with it, and with which points."""
    for kind in range(t.kinds):
        scratch[GAINS + kind] = scratch[POINTS + kind] = 0
    for i in range(t.cells):
        cell = np.int64(t.board[i])
        if b[t.marks + cell] == FREE:
            for colour in range(t.colours):
                points = np.int64(point_map[MAP_STRIDE * cell + colour])
                scratch[RISES + STRIDE * cell + colour] = rise(b, t, values, colour, points)
    for i in range(t.spot_words):
        free = open_word(b, w, t, b[SEAT], i)
        while free != _NONE:
            weigh_on(b, t, point_map, values, 64 * i + lowest_bit(free), scratch)
            free &= free - _ONE


def weigh_on(b: Bytes, t: GridTables, point_map: Bytes, values: Ints, spot: Int, scratch: Ints) -> None:
    """Every kind of tile on one spot."""
    at, to = np.int64(t.ends[2 * spot]), np.int64(t.ends[2 * spot + 1])
    holes = t.pyramids > 0 and (point_map[MAP_STRIDE * at + HOLES] | point_map[MAP_STRIDE * to + HOLES]) > 0
    for one in range(t.colours):
        for two in range(t.colours):
            pair = one * t.colours + two
            if holes:
                gain = gained_with_pyramids(b, t, point_map, values, pair, spot)
            elif one == two:
                points = np.int64(point_map[MAP_STRIDE * at + one]) + np.int64(
                    point_map[MAP_STRIDE * to + one]
                )
                gain = rise(b, t, values, one, points)
            else:
                gain = scratch[RISES + STRIDE * at + one] + scratch[RISES + STRIDE * to + two]
            kind = np.int64(t.kind_of[pair])
            if gain > scratch[GAINS + kind]:
                scratch[GAINS + kind] = gain
                scratch[POINTS + kind] = np.int64(points_of(b, t, point_map, pair, spot, holes))


def shows(t: GridTables, kind: Int, colour: Int) -> Int:
    return t.pair[2 * kind] == colour or t.pair[2 * kind + 1] == colour
