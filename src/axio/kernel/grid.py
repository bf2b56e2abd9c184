"""Laying dominoes on a grid: open spots, runs of a colour, and what a laid tile scores."""

from __future__ import annotations

import numpy as np

from .pyramids import raise_pyramids
from .row import CLAIMED, HELD, PLACED, RACK_STRIDE, RACKS, SEAT, SMALL, Bytes, Int, Words
from .sight import SIGHT, show
from .tables import GridTables
from .tracks import score, score_twice

_NONE = np.uint64(0)
_ONE = np.uint64(1)


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
    """One tile of that kind off the rack whose turn it is, the others in their order."""
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


def lay(b: Bytes, w: Words, t: GridTables, action: Int, sight: Bytes) -> Int:
    """Lay and score the tile an action means. How many tracks came to a stop."""
    pair = action // t.spots
    spot = action - pair * t.spots
    one = pair // t.colours
    two = pair - one * t.colours
    at, to = t.ends[2 * spot], t.ends[2 * spot + 1]
    take_from_rack(b, t.kind_of[pair])
    if sight.size:
        points, more = np.int64(sight[SIGHT * at + one]), np.int64(sight[SIGHT * to + two])
    else:
        points, more = sees(b, t, at, one), sees(b, t, to, two)
    cover(b, w, t, spot)
    show(b, t, sight, at, one)
    show(b, t, sight, to, two)
    b[PLACED + b[SEAT]] += 1
    if one == two:
        reached = score_twice(b, t, one, points, more)
    else:
        reached = score(b, t, one, points) + score(b, t, two, more)
    if t.pyramids > 0:
        reached += raise_pyramids(b, t, spot)
    return reached


def cover(b: Bytes, w: Words, t: GridTables, spot: Int) -> None:
    """A tile lies on this spot now: it and those across it are closed, printed spaces beside it claimed."""
    for word in range(t.spot_words):
        w[t.open + word] &= ~t.closed[spot * t.spot_words + word]
    w[t.laid + (spot >> 6)] |= _ONE << np.uint64(spot & 63)
    b[CLAIMED] |= t.claims[spot]
