"""The cheap policy on a grid: the move after which the seat's scores are worth most.

A policy is a table: what a score is worth, per seat VALUES numbers. Most points, best sorted scores and
anything in between differ only in it. Equals are told apart by the last bits, at random.
"""

from __future__ import annotations

import numpy as np

from .bits import lowest_bit
from .grid import open_word
from .legal import rack_pairs, random_action
from .row import ASKED, ENDING, FREE, SEAT, SMALL, TRACK_STRIDE, TRACKS, Bytes, Int, Ints, Words
from .sight import HOLES, OPEN_SIDES, SIGHT
from .tables import GridTables
from .tracks import advanced

VALUES = 64
RANDOM = 63  # a seat's entry there is not 0: it plays at random
_NONE = np.uint64(0)
_ONE = np.uint64(1)
_BYTE = np.uint64(0xFF)
_FACTOR = np.uint64(6364136223846793005)
_TOP = np.uint64(56)


def choose(b: Bytes, w: Words, t: GridTables, sight: Bytes, values: Ints, word: np.uint64) -> Int:
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
                gain = gained(b, t, sight, values, pair, spot) + np.int64(word >> _TOP)
                if gain > best:
                    best, chosen = gain, pair * t.spots + spot
    return chosen


def gained(b: Bytes, t: GridTables, sight: Bytes, values: Ints, pair: Int, spot: Int) -> Int:
    """How much more the seat's scores are worth after this placement."""
    one = pair // t.colours
    two = pair - one * t.colours
    at, to = SIGHT * t.ends[2 * spot], SIGHT * t.ends[2 * spot + 1]
    points, more = np.int64(sight[at + one]), np.int64(sight[to + two])
    if t.pyramids > 0 and (sight[at + HOLES] | sight[to + HOLES]) > 0:
        return gained_with_pyramids(b, t, sight, values, pair, spot)
    if one == two:
        return rise(b, t, values, one, points + more)
    return rise(b, t, values, one, points) + rise(b, t, values, two, more)


def rise(b: Bytes, t: GridTables, values: Ints, colour: Int, points: Int) -> Int:
    """What points in a colour are worth to the seat whose turn it is."""
    seat = np.int64(b[SEAT])
    now = np.int64(b[TRACKS + TRACK_STRIDE * seat + colour])
    return values[VALUES * seat + advanced(now, points, t)] - values[VALUES * seat + now]


def gained_with_pyramids(b: Bytes, t: GridTables, sight: Bytes, values: Ints, pair: Int, spot: Int) -> Int:
    points = points_of(b, t, sight, pair, spot, True)
    gain = np.int64(0)
    for colour in range(t.colours):
        gain += rise(b, t, values, colour, np.int64((points >> np.uint64(8 * colour)) & _BYTE))
    return gain


def points_of(b: Bytes, t: GridTables, sight: Bytes, pair: Int, spot: Int, pyramids: bool) -> np.uint64:
    """The points of a placement, a byte a colour, with or without those of pyramids."""
    one = pair // t.colours
    two = pair - one * t.colours
    at, to = t.ends[2 * spot], t.ends[2 * spot + 1]
    points = np.uint64(sight[SIGHT * at + one]) << np.uint64(8 * one)
    points += np.uint64(sight[SIGHT * to + two]) << np.uint64(8 * two)
    if pyramids:
        points += raised_points(b, t, sight, at, to, one) + raised_points(b, t, sight, to, at, two)
    return points


def raised_points(b: Bytes, t: GridTables, sight: Bytes, cell: Int, other: Int, colour: Int) -> np.uint64:
    """The points of pyramids raised by a mark on this cell, a byte a colour."""
    points = _NONE
    for direction in range(t.steps.size):
        hole = (cell + t.steps[direction]) & SMALL
        if hole != other and b[t.marks + hole] == FREE and sight[SIGHT * hole + OPEN_SIDES] == 1:
            points += _ONE << np.uint64(8 * colour)
            for way in range(t.steps.size):
                mark = np.int64(b[(t.marks + hole + t.steps[way]) & SMALL])
                if mark != FREE and mark <= t.colours:
                    points += _ONE << np.uint64(8 * (mark - 1))
    return points


def appraise(b: Bytes, w: Words, t: GridTables, sight: Bytes, values: Ints, found: Ints, worth: Ints) -> Int:
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
                worth[count] = gained(b, t, sight, values, pair, spot)
                count += 1
    return count
