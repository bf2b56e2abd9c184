"""Legal moves on a grid with their features: what is laid where, and what it gains.

The features of a move are tile, spot, turn, named colour, pyramids raised, stops reached, and the gain of
every colour. Exchange and keep have tile and spot -1, and turn 0 or 1.
"""

from __future__ import annotations

import numpy as np

from axio.kernel.device.shared.bits import lowest_bit
from axio.kernel.device.shared.row import (
    ASKED,
    RAISED,
    SEAT,
    TRACK_STRIDE,
    TRACKS,
    Bytes,
    Features,
    Int,
    Numbers,
    Words,
)
from axio.kernel.device.shared.tables import GridTables

from .board import lay, open_word
from .legal import rack_pairs
from .point_map import HOLES, MAP_STRIDE

TILE = 0
SPOT = 1
TURN = 2
NAMED = 3
PYRAMIDS = 4
REACHED = 5
GAIN = 6  # of the first colour
_NONE = np.uint64(0)
_ONE = np.uint64(1)


def list_moves(
    b: Bytes, w: Words, t: GridTables, order: Bytes, point_map: Bytes, b2: Bytes, w2: Words, found: Numbers,
    moves: Features
) -> Int:  # fmt: skip
    """Write every legal action, ascending, and the features of each; returns how many there are."""
    width = GAIN + t.colours
    if b[ASKED] > 0:
        for i in range(2):
            found[i] = t.exchange + i
            clear_move(moves, width * i, width, i)
        return 2
    count = 0
    pairs = rack_pairs(b, t)
    while pairs != _NONE:
        pair = lowest_bit(pairs)
        pairs &= pairs - _ONE
        for word in range(t.spot_words):
            free = open_word(b, w, t, b[SEAT], word)
            while free != _NONE:
                spot = 64 * word + lowest_bit(free)
                free &= free - _ONE
                found[count] = pair * t.spots + spot
                describe_move(b, w, t, point_map, b2, w2, pair, spot, moves, width * count)
                count += 1
    return count


def clear_move(moves: Features, at: Int, width: Int, turn: Int) -> None:
    """The features of a move that lays nothing."""
    for i in range(width):
        moves[at + i] = 0
    moves[at + TILE] = moves[at + SPOT] = -1
    moves[at + TURN] = turn


def describe_move(
    b: Bytes, w: Words, t: GridTables, point_map: Bytes, b2: Bytes, w2: Words, pair: Int, spot: Int,
    moves: Features, at: Int
) -> None:  # fmt: skip
    """Write the features of a placement. The points are known beforehand unless it raises a pyramid or a
    colour may stop twice: then it is laid on a draft."""
    one = pair // t.colours
    two = pair - one * t.colours
    clear_move(moves, at, GAIN + t.colours, 1 if one > two else 0)
    moves[at + TILE], moves[at + SPOT] = t.kind_of[pair], spot
    here, there = MAP_STRIDE * t.ends[2 * spot], MAP_STRIDE * t.ends[2 * spot + 1]
    holes = t.pyramids > 0 and (point_map[here + HOLES] | point_map[there + HOLES]) > 0
    track = TRACKS + TRACK_STRIDE * np.int64(b[SEAT])
    if holes or t.first_stop != t.end:
        for i in range(w.size):
            w2[i] = w[i]
        moves[at + REACHED] = lay(b2, w2, t, pair * t.spots + spot, point_map[:0])
        moves[at + PYRAMIDS] = raised(b, b2, t)
        for colour in range(t.colours):
            moves[at + GAIN + colour] = np.int64(b2[track + colour]) - np.int64(b[track + colour])
        return
    moves[at + GAIN + one] += point_map[here + one]
    moves[at + GAIN + two] += point_map[there + two]
    for colour in range(t.colours):
        room = t.end - np.int64(b[track + colour])
        if moves[at + GAIN + colour] >= room:
            moves[at + REACHED] += 1 if room > 0 else 0
            moves[at + GAIN + colour] = room


def raised(b: Bytes, b2: Bytes, t: GridTables) -> Int:
    """How many pyramids stand on the second board on cells where none stands on the first."""
    count = 0
    for i in range(np.int64(b2[RAISED])):
        cell = b2[t.raised + i]
        if b[t.marks + cell] != b2[t.marks + cell]:
            count += 1
    return count
