"""Laying dominoes on a grid: open spots, runs of a colour, what a laid tile scores, pyramids, planes."""

from __future__ import annotations

from typing import Any

import numpy as np

from axio.kernel.device.shared.row import (
    BITS,
    CLAIMED,
    FREE,
    HELD,
    PLACED,
    PYRAMID,
    RACK_STRIDE,
    RACKS,
    RAISED,
    SEAT,
    SMALL,
    Bytes,
    Int,
    Words,
)
from axio.kernel.device.shared.tables import GridTables
from axio.kernel.device.shared.tracks import score, score_twice

from .point_map import MAP_STRIDE, mark_cell

_NONE = np.uint64(0)
_ONE = np.uint64(1)


def bounded(t: GridTables) -> GridTables:
    """The same tables, with numbers that are plainly not negative (see row.py)."""
    return GridTables(
        t.seats & BITS, t.colours & BITS, t.kinds & BITS, t.rack & BITS, t.first_stop & BITS,
        t.end & BITS, t.bonus, t.exchanges, t.pyramids & BITS, t.bag_words & BITS, t.row_words & BITS,
        t.spots & BITS, t.spot_words & BITS, t.cells & BITS, t.exchange & BITS, t.open & BITS,
        t.laid & BITS, t.raised & BITS, t.marks & BITS, t.plane & BITS, t.fresh, t.totals, t.steps,
        t.ends, t.closed, t.first, t.claims, t.kind_of, t.pair, t.beside, t.board, t.plane_at, t.blank
    )  # fmt: skip


def open_word(b: Bytes, w: Words, t: GridTables, seat: Int, word: Int) -> np.uint64:
    """Some of the spots where the seat may place, as bits; its first tile has fewer."""
    free: np.uint64 = w[t.open + word]
    if b[PLACED + seat] == 0:
        free &= t.first[b[CLAIMED] * t.spot_words + word]
    return free


def has_room(b: Bytes, w: Words, t: GridTables, seat: Int) -> bool:
    for word in range(t.spot_words):  # noqa: SIM110  # generators do not compile
        if open_word(b, w, t, seat, word) != _NONE:
            return True
    return False


def run(b: Bytes, at: Int, step: Int, mark: Int) -> Int:
    """How many cells in an unbroken row show the mark, beginning one step away. `at` is a byte's place."""
    length = 0
    at = (at + step) & SMALL
    while b[at] == mark:
        length += 1
        at = (at + step) & SMALL
    return length


def sees(b: Bytes, t: GridTables, cell: Int, colour: Int) -> Int:
    """The points of a colour at a free cell. The tile's other half is free too: no run goes across it."""
    points = 0
    for direction in range(t.steps.size):
        points += run(b, t.marks + cell, t.steps[direction], colour + 1)
    return points


def take_from_rack(b: Bytes, kind: Int) -> None:
    """Take one tile of that kind off the rack whose turn it is. The others keep their order."""
    seat = np.int64(b[SEAT])
    at = RACKS + RACK_STRIDE * seat
    held = b[HELD + seat] - 1
    b[HELD + seat] = held
    found = False
    for i in range(held):
        found = found or b[at + i] == kind
        if found:
            b[at + i] = b[at + i + 1]
    b[at + held] = 0


def lay(b: Bytes, w: Words, t: GridTables, action: Int, point_map: Bytes) -> Int:
    """Lay and score the tile an action means. Returns how many tracks reached a stop."""
    pair = action // t.spots
    spot = action - pair * t.spots
    one = pair // t.colours
    two = pair - one * t.colours
    at, to = t.ends[2 * spot], t.ends[2 * spot + 1]
    take_from_rack(b, t.kind_of[pair])
    if point_map.size:
        points, more = np.int64(point_map[MAP_STRIDE * at + one]), np.int64(point_map[MAP_STRIDE * to + two])
    else:
        points, more = sees(b, t, at, one), sees(b, t, to, two)
    cover(b, w, t, spot)
    mark_cell(b, t, point_map, at, one)
    mark_cell(b, t, point_map, to, two)
    b[PLACED + b[SEAT]] += 1
    if one == two:
        reached = score_twice(b, t, one, points, more)
    else:
        reached = score(b, t, one, points) + score(b, t, two, more)
    if t.pyramids > 0:
        reached += raise_pyramids(b, t, spot)
    return reached


def cover(b: Bytes, w: Words, t: GridTables, spot: Int) -> None:
    """Close a spot and those across it, as a tile lies there now, and claim the printed spaces beside it."""
    for word in range(t.spot_words):
        w[t.open + word] &= ~t.closed[spot * t.spot_words + word]
    w[t.laid + (spot >> 6)] |= _ONE << np.uint64(spot & 63)
    b[CLAIMED] |= t.claims[spot]


def isolated(b: Bytes, t: GridTables, cell: Int) -> bool:
    """A free space with no free space at its sides."""
    at = t.marks + cell
    if b[at] != FREE:
        return False
    for direction in range(t.steps.size):  # noqa: SIM110  # generators do not compile
        if b[(at + t.steps[direction]) & SMALL] == FREE:
            return False
    return True


def raise_pyramids(b: Bytes, t: GridTables, spot: Int) -> Int:
    """Pyramids on what a tile on this spot isolated, in order of cells. How many tracks came to a stop."""
    reached = 0
    for i in range(6 * spot, 6 * spot + 6):
        cell = t.beside[i]
        if isolated(b, t, cell):
            set_pyramid(b, t, cell)
            reached += score_around(b, t, cell)
    return reached


def set_pyramid(b: Bytes, t: GridTables, cell: Int) -> None:
    count = b[RAISED]
    if count == t.pyramids:
        b[t.marks + b[t.raised]] = FREE
        for i in range(count - 1):
            b[t.raised + i] = b[t.raised + i + 1]
        count -= 1
    b[t.raised + count] = cell
    b[RAISED] = count + 1
    b[t.marks + cell] = PYRAMID


def score_around(b: Bytes, t: GridTables, cell: Int) -> Int:
    """One step for each colour at the pyramid's sides, as many points as symbols."""
    at = t.marks + cell
    reached = 0
    for colour in range(t.colours):
        points = 0
        for direction in range(t.steps.size):
            if b[(at + t.steps[direction]) & SMALL] == colour + 1:
                points += 1
        if points:
            reached += score(b, t, colour, points)
    return reached


def show_board(b: Bytes, t: GridTables, planes: Bytes) -> None:
    """Write the planes: one a colour, the empty cells, pyramids, printed spaces."""
    for i in range(t.blank.size):
        planes[i] = t.blank[i]
    for i in range(t.cells):
        mark = np.int64(b[t.marks + t.board[i]])
        plane: Int = t.colours + 1
        if mark == FREE:
            plane = t.colours
        elif mark <= t.colours:
            plane = mark - 1
        planes[plane * t.plane + t.plane_at[i]] = 1


def show_lists(b: Bytes, w: Words, t: GridTables, order: Bytes, board: Bytes) -> None:
    """A grid has planes only."""
    show_board(b, t, board)


def count_stacked(b: Bytes, t: GridTables, counts: Any, at: Int) -> None:
    """No tile is hidden but in bag and racks."""
