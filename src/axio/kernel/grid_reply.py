"""Placements on a grid by what they gain: the best few for a closer look, and the best a seat has.

Most spots are passed over by their hope, a bound made of what each cell alone could gain at most. It holds
where a point is worth no more than the one before it, as in every policy here.
"""

from __future__ import annotations

import numpy as np

from .bits import lowest_bit
from .grid import open_word
from .legal import rack_pairs
from .pad import CELLS, HINT, NO_LIMIT, WORTH, enter
from .policy import gained, rise
from .row import FREE, SEAT, Bytes, Int, Ints, Words
from .sight import HOLES, SIGHT
from .tables import GridTables

_NONE = np.uint64(0)
_ONE = np.uint64(1)
_FACTOR = np.uint64(6364136223846793005)
_TOP = np.uint64(56)
_TIE = 255  # the most that chance adds to a gain


def shortlist(
    b: Bytes, w: Words, t: GridTables, sight: Bytes, values: Ints, word: np.uint64, pad: Ints, most: Int
) -> Int:
    """The placements that gain most, the best first, onto the pad; how many there are."""
    pairs = rack_pairs(b, t)
    hopes(b, t, sight, values, pairs, pad)
    count = 0
    for i in range(t.spot_words):
        free = open_word(b, w, t, b[SEAT], i)
        while free != _NONE:
            spot = 64 * i + lowest_bit(free)
            free &= free - _ONE
            if count == most and hope(t, sight, pad, spot) < pad[WORTH + count - 1]:
                continue
            left = pairs
            while left != _NONE:
                pair = lowest_bit(left)
                left &= left - _ONE
                word = word * _FACTOR + _ONE
                gain = gained(b, t, sight, values, pair, spot) + np.int64(word >> _TOP)
                if count < most or gain > pad[WORTH + count - 1]:
                    count = enter(pad, count, most, pair * t.spots + spot, gain)
    return count


def best_gain(b: Bytes, w: Words, t: GridTables, sight: Bytes, values: Ints, pad: Ints, enough: Int) -> Int:
    """The most the seat whose turn it is can gain at once; anything from `enough` on is as good."""
    pairs = rack_pairs(b, t)
    best = np.int64(0)
    for i in range(-1, t.spot_words):  # first where the best was last time: often that is enough
        if i == 0:
            hopes(b, t, sight, values, pairs, pad)
        free = hinted(b, w, t, pad[HINT]) if i < 0 else open_word(b, w, t, b[SEAT], i)
        while free != _NONE:
            spot = 64 * (i if i >= 0 else pad[HINT] >> 6) + lowest_bit(free)
            free &= free - _ONE
            if i < 0 or hope(t, sight, pad, spot) > best:
                gain = best_on(b, t, sight, values, pairs, spot)
                if gain > best:
                    best = gain
                    pad[HINT] = spot
                if best >= enough:
                    return best
    return best


def hinted(b: Bytes, w: Words, t: GridTables, hint: Int) -> np.uint64:
    """The spot of a hint as a bit of its word, if it is one and open."""
    if hint < 0:
        return _NONE
    return open_word(b, w, t, b[SEAT], hint >> 6) & (_ONE << np.uint64(hint & 63))


def best_on(b: Bytes, t: GridTables, sight: Bytes, values: Ints, pairs: np.uint64, spot: Int) -> Int:
    """The most one of these pairs can gain on a spot."""
    best = np.int64(0)
    while pairs != _NONE:
        pair = lowest_bit(pairs)
        pairs &= pairs - _ONE
        best = max(best, gained(b, t, sight, values, pair, spot))
    return best


def hopes(b: Bytes, t: GridTables, sight: Bytes, values: Ints, pairs: np.uint64, pad: Ints) -> None:
    """Onto the pad: for each free cell the most a mark of these pairs can gain there, pyramids left out."""
    colours = shown(t, pairs)
    for i in range(t.cells):
        cell = np.int64(t.board[i])
        best = np.int64(0)
        if b[t.marks + cell] == FREE:
            for colour in range(t.colours):
                points = np.int64(sight[SIGHT * cell + colour])
                if points > 0 and (colours >> np.uint64(colour)) & _ONE != _NONE:
                    best = max(best, rise(b, t, values, colour, points))
        pad[CELLS + cell] = best


def shown(t: GridTables, pairs: np.uint64) -> np.uint64:
    """The colours of pairs, as bits."""
    colours = _NONE
    while pairs != _NONE:
        pair = lowest_bit(pairs)
        pairs &= pairs - _ONE
        colours |= _ONE << np.uint64(pair // t.colours)
    return colours


def hope(t: GridTables, sight: Bytes, pad: Ints, spot: Int) -> Int:
    """No less than any of the pairs can gain on a spot."""
    at, to = np.int64(t.ends[2 * spot]), np.int64(t.ends[2 * spot + 1])
    if t.pyramids > 0 and (sight[SIGHT * at + HOLES] | sight[SIGHT * to + HOLES]) > 0:
        return NO_LIMIT
    return pad[CELLS + at] + pad[CELLS + to] + _TIE
