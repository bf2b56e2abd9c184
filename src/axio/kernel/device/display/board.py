"""Laying square tiles on a display: its edge squares, what their corners see, and what a laid tile scores.

What an edge square sees is one word: two bits a corner and colour (the symbols there, three at most), then
one bit a corner that meets any other. Columns and rows are the window's plus one: the edge may stand outside.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from axio.kernel.device.shared.row import (
    BITS,
    EDGES,
    HELD,
    LEFT,
    PLACED,
    RACK_STRIDE,
    RACKS,
    SEAT,
    TILES,
    Bytes,
    Int,
    Ints,
    Words,
)
from axio.kernel.device.shared.tables import DisplayTables
from axio.kernel.device.shared.tracks import score

TILE = 129  # on the torus: 0 nothing, 1 + an edge square, TILE + a tile
_NONE = np.uint64(0)
_ONE = np.uint64(1)
_THREE = np.uint64(3)


def bounded(t: DisplayTables) -> DisplayTables:
    """The same tables, with numbers that are plainly not negative (see row.py)."""
    return DisplayTables(
        t.seats & BITS, t.colours & BITS, t.kinds & BITS, t.rack & BITS, t.first_stop & BITS,
        t.end & BITS, t.bonus, t.exchanges, t.stack & BITS, t.bag_words & BITS, t.row_words & BITS,
        t.side & BITS, t.exchange & BITS, t.stacks & BITS, t.tiles & BITS, t.edges & BITS, t.seen & BITS,
        t.torus & BITS, t.around & BITS, t.plane & BITS, t.fresh, t.totals, t.corners, t.offsets, t.meets,
        t.opening
    )  # fmt: skip


def torus_at(t: DisplayTables, column: Int, row: Int) -> Int:
    return t.torus + (column & (t.around - 1)) * t.around + (row & (t.around - 1))


def neighbour(t: DisplayTables, column: Int, row: Int, way: Int) -> Int:
    return torus_at(t, column + t.offsets[2 * way], row + t.offsets[2 * way + 1])


def has_room(b: Bytes, w: Words, t: DisplayTables, seat: Int) -> bool:
    return True


def mark_at(t: DisplayTables, kind: Int, turn: Int, corner: Int) -> Int:
    """What a tile so turned shows at a corner."""
    return t.corners[4 * kind + ((corner + turn) & 3)]


def seen_points(t: DisplayTables, seen: np.uint64, corner: Int, colour: Int) -> Int:
    return np.int64((seen >> np.uint64(2 * (t.colours * corner + colour))) & _THREE)


def has_company(t: DisplayTables, seen: np.uint64, corner: Int) -> Int:
    """Whether any other corner lies in this corner's circle."""
    return ((seen >> np.uint64(8 * t.colours + corner)) & _ONE) == _ONE


def with_tile(t: DisplayTables, seen: np.uint64, kind: Int, turn: Int, way: Int) -> np.uint64:
    """What a square sees when there is also this tile in that direction."""
    for i in range(4 * way, 4 * way + 4, 2):
        corner = t.meets[i]
        if corner >= 0:
            mark = mark_at(t, kind, turn, t.meets[i + 1])
            if mark < t.colours:
                seen += _ONE << np.uint64(2 * (t.colours * corner + mark))
            seen |= _ONE << np.uint64(8 * t.colours + corner)
    return seen


def put(b: Bytes, w: Words, t: DisplayTables, column: Int, row: Int, kind: Int, turn: Int) -> None:
    """Put a tile on the display and update the edge. Nothing is scored."""
    at = torus_at(t, column, row)
    if 0 < b[at] < TILE:
        drop_edge(b, w, t, np.int64(b[at]) - 1)
    number = np.int64(b[TILES])
    b[TILES] = number + 1
    b[at] = TILE + number
    tile = t.tiles + 4 * number
    b[tile], b[tile + 1], b[tile + 2], b[tile + 3] = column, row, kind, turn
    for way in range(8):
        near = np.int64(b[neighbour(t, column, row, way)])
        if 0 < near < TILE:
            opposite = 3 - way if way < 4 else 11 - way
            w[t.seen + near - 1] = with_tile(t, w[t.seen + near - 1], kind, turn, opposite)
        elif near == 0 and way < 4:
            add_edge(b, w, t, column + t.offsets[2 * way], row + t.offsets[2 * way + 1])


def add_edge(b: Bytes, w: Words, t: DisplayTables, column: Int, row: Int) -> None:
    number = np.int64(b[EDGES])
    b[EDGES] = number + 1
    b[torus_at(t, column, row)] = number + 1
    b[t.edges + 2 * number], b[t.edges + 2 * number + 1] = column, row
    seen = _NONE
    for way in range(8):
        near = np.int64(b[neighbour(t, column, row, way)])
        if near >= TILE:
            tile = t.tiles + 4 * (near - TILE)
            seen = with_tile(t, seen, b[tile + 2], b[tile + 3], way)
    w[t.seen + number] = seen


def drop_edge(b: Bytes, w: Words, t: DisplayTables, number: Int) -> None:
    """Forget an edge square; the last takes its number."""
    last = np.int64(b[EDGES]) - 1
    b[EDGES] = last
    column, row = b[t.edges + 2 * last], b[t.edges + 2 * last + 1]
    b[t.edges + 2 * number], b[t.edges + 2 * number + 1] = column, row
    w[t.seen + number] = w[t.seen + last]
    b[torus_at(t, column, row)] = number + 1


def edge_of(b: Bytes, t: DisplayTables, action: Int) -> Int:
    """The edge square an action names, or -1."""
    cell = action // (4 * (t.colours + 1))
    column = cell // t.side
    near = np.int64(b[torus_at(t, column + 1, cell - column * t.side + 1)])
    if near == 0 or near >= TILE:
        return -1
    at = t.edges + 2 * (near - 1)
    return near - 1 if b[at] == column + 1 and b[at + 1] == cell - column * t.side + 1 else -1


def lay(b: Bytes, w: Words, t: DisplayTables, action: Int, point_map: Bytes) -> Int:
    """Lay and score the held tile as an action says. Returns how many tracks reached a stop."""
    seat = np.int64(b[SEAT])
    kind = np.int64(b[RACKS + RACK_STRIDE * seat])
    b[HELD + seat] -= 1
    b[RACKS + RACK_STRIDE * seat] = 0
    b[PLACED + seat] += 1
    name = action % (t.colours + 1)
    turn = (action // (t.colours + 1)) & 3
    edge = edge_of(b, t, action)
    seen = w[t.seen + edge]
    reached = 0
    for corner in range(4):
        mark = mark_at(t, kind, turn, corner)
        colour = mark if mark < t.colours else name - 1
        if colour >= 0:
            reached += score(b, t, colour, seen_points(t, seen, corner, colour))
    put(b, w, t, b[t.edges + 2 * edge], b[t.edges + 2 * edge + 1], kind, turn)
    return reached


def restore_game(g: Int, bs: Bytes, ws: Words, t: DisplayTables, tiles: Ints) -> None:
    """Put tiles back on the display: column, row, kind and turn of each."""
    for i in range(tiles.shape[0]):
        put(bs[g], ws[g], t, tiles[i, 0], tiles[i, 1], tiles[i, 2], tiles[i, 3])


def show_board(b: Bytes, t: DisplayTables, planes: Bytes) -> None:
    """Write the planes: for each corner one a mark, then the edge."""
    for i in range(planes.size):
        planes[i] = 0
    for i in range(np.int64(b[TILES])):
        tile = t.tiles + 4 * i
        at = (np.int64(b[tile]) - 1) * t.side + np.int64(b[tile + 1]) - 1
        for corner in range(4):
            plane = corner * (t.colours + 1) + mark_at(t, b[tile + 2], b[tile + 3], corner)
            planes[plane * t.plane + at] = 1
    for i in range(np.int64(b[EDGES])):
        column, row = np.int64(b[t.edges + 2 * i]) - 1, np.int64(b[t.edges + 2 * i + 1]) - 1
        if 0 <= column < t.side and 0 <= row < t.side:
            planes[4 * (t.colours + 1) * t.plane + column * t.side + row] = 1


def count_stacked(b: Bytes, t: DisplayTables, counts: Any, at: Int) -> None:
    """Add the tiles on stacks, which nobody has seen, to the counts of kinds that begin there."""
    for seat in range(t.seats):
        for i in range(t.stack - np.int64(b[LEFT + seat]), t.stack):
            counts[at + b[t.stacks + t.stack * seat + i]] += 1
