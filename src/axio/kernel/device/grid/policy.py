"""The cheap policy on a grid: the move after which the seat's scores are worth most; the best few by gain.

A policy is a table: what a score is worth, per seat VALUES numbers. Most points, best sorted scores and
anything in between differ only in it. Equals are told apart by the last bits, at random.

The best few skip most spots by a bound, made of what each cell alone could gain at most. It holds where a
point is worth no more than the one before it, as in every policy here.
"""

from __future__ import annotations

import numpy as np

from axio.kernel.device.shared.bits import lowest_bit
from axio.kernel.device.shared.row import (
    ASKED,
    ENDING,
    FREE,
    SEAT,
    SMALL,
    TRACK_STRIDE,
    TRACKS,
    Bytes,
    Int,
    Ints,
    Words,
)
from axio.kernel.device.shared.scratch import CELLS, HINT, NO_LIMIT, WORTH, enter
from axio.kernel.device.shared.tables import GridTables
from axio.kernel.device.shared.tracks import advanced

from .board import open_word
from .legal import rack_pairs, random_action
from .point_map import HOLES, MAP_STRIDE, OPEN_SIDES

VALUES = 64
RANDOM = 63  # a seat's entry there is not 0: it plays at random
_NONE = np.uint64(0)
_ONE = np.uint64(1)
_BYTE = np.uint64(0xFF)
_FACTOR = np.uint64(6364136223846793005)
_TOP = np.uint64(56)


def choose(b: Bytes, w: Words, t: GridTables, point_map: Bytes, values: Ints, word: np.uint64) -> Int:
    """The policy's action; `word` decides between equals."""
    if values[VALUES * b[SEAT] + RANDOM]:
        return random_action(b, w, t, word)
    if b[ASKED] > 0:
        return t.exchange
    best, chosen = np.int64(-1), np.int64(-1)
    pairs = rack_pairs(b, t)
    while pairs != _NONE:
        pair = lowest_bit(pairs)
        pairs &= pairs - _ONE
        for i in range(t.spot_words):
            free = open_word(b, w, t, b[SEAT], i)
            while free != _NONE:
                spot = 64 * i + lowest_bit(free)
                free &= free - _ONE
                word = word * _FACTOR + _ONE
                gain = gained(b, t, point_map, values, pair, spot) + np.int64(word >> _TOP)
                if gain > best:
                    best, chosen = gain, pair * t.spots + spot
    return chosen


def gained(b: Bytes, t: GridTables, point_map: Bytes, values: Ints, pair: Int, spot: Int) -> Int:
    """How much more the seat's scores are worth after this placement."""
    one = pair // t.colours
    two = pair - one * t.colours
    at, to = MAP_STRIDE * t.ends[2 * spot], MAP_STRIDE * t.ends[2 * spot + 1]
    points, more = np.int64(point_map[at + one]), np.int64(point_map[to + two])
    if t.pyramids > 0 and (point_map[at + HOLES] | point_map[to + HOLES]) > 0:
        return gained_with_pyramids(b, t, point_map, values, pair, spot)
    if one == two:
        return rise(b, t, values, one, points + more)
    return rise(b, t, values, one, points) + rise(b, t, values, two, more)


def rise(b: Bytes, t: GridTables, values: Ints, colour: Int, points: Int) -> Int:
    """What points in a colour are worth to the seat whose turn it is."""
    seat = np.int64(b[SEAT])
    now = np.int64(b[TRACKS + TRACK_STRIDE * seat + colour])
    return values[VALUES * seat + advanced(now, points, t)] - values[VALUES * seat + now]


def gained_with_pyramids(
    b: Bytes, t: GridTables, point_map: Bytes, values: Ints, pair: Int, spot: Int
) -> Int:
    points = points_of(b, t, point_map, pair, spot, True)
    gain = np.int64(0)
    for colour in range(t.colours):
        gain += rise(b, t, values, colour, np.int64((points >> np.uint64(8 * colour)) & _BYTE))
    return gain


def points_of(b: Bytes, t: GridTables, point_map: Bytes, pair: Int, spot: Int, pyramids: bool) -> np.uint64:
    """The points of a placement, a byte a colour, with or without those of pyramids."""
    one = pair // t.colours
    two = pair - one * t.colours
    at, to = t.ends[2 * spot], t.ends[2 * spot + 1]
    points = np.uint64(point_map[MAP_STRIDE * at + one]) << np.uint64(8 * one)
    points += np.uint64(point_map[MAP_STRIDE * to + two]) << np.uint64(8 * two)
    if pyramids:
        points += raised_points(b, t, point_map, at, to, one) + raised_points(b, t, point_map, to, at, two)
    return points


def raised_points(b: Bytes, t: GridTables, point_map: Bytes, cell: Int, other: Int, colour: Int) -> np.uint64:
    """The points of pyramids raised by a mark on this cell, a byte a colour."""
    points = _NONE
    for direction in range(t.steps.size):
        hole = (cell + t.steps[direction]) & SMALL
        if hole != other and b[t.marks + hole] == FREE and point_map[MAP_STRIDE * hole + OPEN_SIDES] == 1:
            points += _ONE << np.uint64(8 * colour)
            for way in range(t.steps.size):
                mark = np.int64(b[(t.marks + hole + t.steps[way]) & SMALL])
                if mark != FREE and mark <= t.colours:
                    points += _ONE << np.uint64(8 * (mark - 1))
    return points


def appraise(
    b: Bytes, w: Words, t: GridTables, point_map: Bytes, values: Ints, found: Ints, worth: Ints
) -> Int:
    """Every legal action with what it gains; how many there are."""
    if b[ENDING] > 0:
        return 0
    if b[ASKED] > 0:
        found[0], found[1] = t.exchange, t.exchange + 1
        worth[0], worth[1] = 1, 0
        return 2
    count = 0
    pairs = rack_pairs(b, t)
    while pairs != _NONE:
        pair = lowest_bit(pairs)
        pairs &= pairs - _ONE
        for i in range(t.spot_words):
            free = open_word(b, w, t, b[SEAT], i)
            while free != _NONE:
                spot = 64 * i + lowest_bit(free)
                free &= free - _ONE
                found[count] = pair * t.spots + spot
                worth[count] = gained(b, t, point_map, values, pair, spot)
                count += 1
    return count


_NONE = np.uint64(0)
_ONE = np.uint64(1)
_FACTOR = np.uint64(6364136223846793005)
_TOP = np.uint64(56)
_TIE = 255  # the most that chance adds to a gain


def shortlist(
    b: Bytes,
    w: Words,
    t: GridTables,
    point_map: Bytes,
    values: Ints,
    word: np.uint64,
    scratch: Ints,
    most: Int,
) -> Int:
    """The placements that gain most, the best first, into the scratch; how many there are."""
    pairs = rack_pairs(b, t)
    bound_cells(b, t, point_map, values, pairs, scratch)
    count = 0
    for i in range(t.spot_words):
        free = open_word(b, w, t, b[SEAT], i)
        while free != _NONE:
            spot = 64 * i + lowest_bit(free)
            free &= free - _ONE
            if count == most and spot_bound(t, point_map, scratch, spot) < scratch[WORTH + count - 1]:
                continue
            left = pairs
            while left != _NONE:
                pair = lowest_bit(left)
                left &= left - _ONE
                word = word * _FACTOR + _ONE
                gain = gained(b, t, point_map, values, pair, spot) + np.int64(word >> _TOP)
                if count < most or gain > scratch[WORTH + count - 1]:
                    count = enter(scratch, count, most, pair * t.spots + spot, gain)
    return count


def best_gain(
    b: Bytes, w: Words, t: GridTables, point_map: Bytes, values: Ints, scratch: Ints, enough: Int
) -> Int:
    """The most the seat whose turn it is can gain at once; anything from `enough` on is as good."""
    pairs = rack_pairs(b, t)
    best = np.int64(0)
    for i in range(-1, t.spot_words):  # first where the best was last time: often that is enough
        if i == 0:
            bound_cells(b, t, point_map, values, pairs, scratch)
        free = hinted(b, w, t, scratch[HINT]) if i < 0 else open_word(b, w, t, b[SEAT], i)
        while free != _NONE:
            spot = 64 * (i if i >= 0 else scratch[HINT] >> 6) + lowest_bit(free)
            free &= free - _ONE
            if i < 0 or spot_bound(t, point_map, scratch, spot) > best:
                gain = best_on(b, t, point_map, values, pairs, spot)
                if gain > best:
                    best = gain
                    scratch[HINT] = spot
                if best >= enough:
                    return best
    return best


def hinted(b: Bytes, w: Words, t: GridTables, hint: Int) -> np.uint64:
    """The spot of a hint as a bit of its word, if it is one and open."""
    if hint < 0:
        return _NONE
    return open_word(b, w, t, b[SEAT], hint >> 6) & (_ONE << np.uint64(hint & 63))


def best_on(b: Bytes, t: GridTables, point_map: Bytes, values: Ints, pairs: np.uint64, spot: Int) -> Int:
    """The most one of these pairs can gain on a spot."""
    best = np.int64(0)
    while pairs != _NONE:
        pair = lowest_bit(pairs)
        pairs &= pairs - _ONE
        best = max(best, gained(b, t, point_map, values, pair, spot))
    return best


def bound_cells(
    b: Bytes, t: GridTables, point_map: Bytes, values: Ints, pairs: np.uint64, scratch: Ints
) -> None:
    """Write for each free cell the most a mark of these pairs can gain there, pyramids left out."""
    colours = shown(t, pairs)
    for i in range(t.cells):
        cell = np.int64(t.board[i])
        best = np.int64(0)
        if b[t.marks + cell] == FREE:
            for colour in range(t.colours):
                points = np.int64(point_map[MAP_STRIDE * cell + colour])
                if points > 0 and (colours >> np.uint64(colour)) & _ONE != _NONE:
                    best = max(best, rise(b, t, values, colour, points))
        scratch[CELLS + cell] = best


def shown(t: GridTables, pairs: np.uint64) -> np.uint64:
    """The colours of pairs, as bits."""
    colours = _NONE
    while pairs != _NONE:
        pair = lowest_bit(pairs)
        pairs &= pairs - _ONE
        colours |= _ONE << np.uint64(pair // t.colours)
    return colours


def spot_bound(t: GridTables, point_map: Bytes, scratch: Ints, spot: Int) -> Int:
    """No less than any of the pairs can gain on a spot."""
    at, to = np.int64(t.ends[2 * spot]), np.int64(t.ends[2 * spot + 1])
    if t.pyramids > 0 and (point_map[MAP_STRIDE * at + HOLES] | point_map[MAP_STRIDE * to + HOLES]) > 0:
        return NO_LIMIT
    return scratch[CELLS + at] + scratch[CELLS + to] + _TIE
