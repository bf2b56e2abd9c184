"""A display as lists: its tiles, its free spots with what they see, and the legal moves with their features.

A tile is column, row and the marks of its corners: 1 + a colour, or 1 + the number of colours for an empty
corner. A spot is column, row, the points of every colour at every corner, and whether a corner meets others.
Columns and rows count from 1 at the window's bottom left; an unused entry is 0.
"""

from __future__ import annotations

import numpy as np

from axio.kernel.device.shared.row import (
    SEAT,
    TILES,
    TRACK_STRIDE,
    TRACKS,
    Bytes,
    Features,
    Int,
    Numbers,
    Words,
)
from axio.kernel.device.shared.tables import DisplayTables
from axio.kernel.device.shared.tracks import advanced

from .board import has_company, mark_at, seen_points
from .legal import blank_corner, held_kind, numbered

TILE_BYTES = 6
NAMED_AT = 3
REACHED_AT = 5
GAIN_AT = 6  # see grid/moves.py
_ONE = np.uint64(1)
_THREE = np.uint64(3)


def show_lists(b: Bytes, w: Words, t: DisplayTables, order: Bytes, board: Bytes) -> None:
    """Write the tiles in the order they were laid, then the spots in order of column and row."""
    tiles = np.int64(b[TILES])
    for i in range(tiles):
        tile, at = t.tiles + 4 * i, TILE_BYTES * i
        board[at], board[at + 1] = b[tile], b[tile + 1]
        for corner in range(4):
            board[at + 2 + corner] = 1 + mark_at(t, b[tile + 2], b[tile + 3], corner)
    start = (t.edges - t.tiles) // 4 * TILE_BYTES
    for i in range(TILE_BYTES * tiles, start):
        board[i] = 0
    size = 4 * t.colours + 6
    spots = np.int64(order[order.size - 1])
    for i in range(spots):
        at, edge = start + size * i, np.int64(order[i])
        board[at], board[at + 1] = b[t.edges + 2 * edge], b[t.edges + 2 * edge + 1]
        seen = w[t.seen + edge]
        for each in range(4 * t.colours):
            board[at + 2 + each] = (seen >> np.uint64(2 * each)) & _THREE
        for corner in range(4):
            board[at + 2 + 4 * t.colours + corner] = (seen >> np.uint64(8 * t.colours + corner)) & _ONE
    for i in range(start + size * spots, board.size):
        board[i] = 0


def list_moves(
    b: Bytes, w: Words, t: DisplayTables, order: Bytes, point_map: Bytes, b2: Bytes, w2: Words,
    found: Numbers, moves: Features
) -> Int:  # fmt: skip
    """Write every legal action, ascending, and the features of each; returns how many there are."""
    kind = held_kind(b)
    blank = blank_corner(t, kind, 0)
    count = 0
    for spot in range(np.int64(order[order.size - 1])):
        edge = np.int64(order[spot])
        for turn in range(4):
            naming = blank >= 0 and has_company(t, w[t.seen + edge], (blank - turn) & 3)
            for name in range(1 if naming else 0, t.colours + 1 if naming else 1):
                found[count] = numbered(b, t, edge, turn, name)
                at = (GAIN_AT + t.colours) * count
                moves[at], moves[at + 1], moves[at + 2], moves[at + NAMED_AT] = kind, spot, turn, name
                describe_turned(b, t, w[t.seen + edge], kind, turn, name, moves, at)
                count += 1
    return count


def describe_turned(
    b: Bytes, t: DisplayTables, seen: np.uint64, kind: Int, turn: Int, name: Int, moves: Features, at: Int
) -> None:
    """Write the gains of a placement and the stops it reaches, corner by corner as the rules score it."""
    track = TRACKS + TRACK_STRIDE * np.int64(b[SEAT])
    for i in range(NAMED_AT + 1, GAIN_AT + t.colours):
        moves[at + i] = 0
    for corner in range(4):
        mark = mark_at(t, kind, turn, corner)
        colour = np.int64(mark) if mark < t.colours else name - 1
        if colour >= 0:
            now = np.int64(b[track + colour]) + moves[at + GAIN_AT + colour]
            after = advanced(now, seen_points(t, seen, corner, colour), t)
            moves[at + GAIN_AT + colour] += after - now
            if after != now and (after == t.first_stop or after == t.end):
                moves[at + REACHED_AT] += 1
