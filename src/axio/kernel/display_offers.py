"""What a display has to offer (see grid_offers.py)."""

from __future__ import annotations

import numpy as np

from .display import mark_at, seen_points
from .notes import GAINS, POINTS, RISES, STRIDE, UNSEEN, clear_offers, offer
from .row import (
    BAG,
    BAG_SIZE,
    EDGES,
    HELD,
    LEFT,
    RACK_STRIDE,
    RACKS,
    SEAT,
    TRACK_STRIDE,
    TRACKS,
    Bytes,
    Int,
    Ints,
    Singles,
    Words,
)
from .tables import DisplayTables
from .tracks import advanced

VALUES = 64
ROOM = 9
NAMED = STRIDE - 1  # beside what a corner gains: the colour that is best named there


def survey(b: Bytes, w: Words, t: DisplayTables, seat: Int, sight: Bytes, notes: Ints, out: Singles) -> None:
    """How much can still be laid: edge squares, tiles left. Onto the notes what they offer each colour."""
    clear_offers(notes)
    for i in range(ROOM):
        out[i] = 0
    out[0] = b[EDGES]
    out[1] = b[LEFT + seat]
    for other in range(t.seats):
        out[2] += b[LEFT + other] + b[HELD + other]
    for edge in range(np.int64(b[EDGES])):
        for colour in range(t.colours):
            best = 0
            for corner in range(4):
                best = max(best, seen_points(t, w[t.seen + edge], corner, colour))
            offer(notes, colour, best)


def weigh_kinds(b: Bytes, w: Words, t: DisplayTables, sight: Bytes, values: Ints, notes: Ints) -> None:
    """Onto the notes: per kind of tile the most the seat whose turn it is would gain with it, each corner by
    itself, and how."""
    for kind in range(t.kinds):
        notes[GAINS + kind] = notes[POINTS + kind] = 0
    for edge in range(np.int64(b[EDGES])):
        for corner in range(4):
            weigh_corner(b, t, values, w[t.seen + edge], corner, notes)
        for kind in range(t.kinds):
            if notes[UNSEEN + kind] > 0:
                for turn in range(4):
                    gain = turned_gain(t, kind, turn, notes)
                    if gain > notes[GAINS + kind]:
                        notes[GAINS + kind] = gain
                        notes[POINTS + kind] = turned_points(t, w[t.seen + edge], kind, turn, notes)


def weigh_corner(b: Bytes, t: DisplayTables, values: Ints, seen: np.uint64, corner: Int, notes: Ints) -> None:
    """What each colour gains at a corner; for an empty corner the best of them is named."""
    seat = np.int64(b[SEAT])
    best, named = np.int64(0), np.int64(0)
    for colour in range(t.colours):
        now = np.int64(b[TRACKS + TRACK_STRIDE * seat + colour])
        after = advanced(now, seen_points(t, seen, corner, colour), t)
        gain = values[VALUES * seat + after] - values[VALUES * seat + now]
        notes[RISES + STRIDE * corner + colour] = gain
        if gain > best:
            best, named = gain, np.int64(colour)
    notes[RISES + STRIDE * corner + t.colours] = best
    notes[RISES + STRIDE * corner + NAMED] = named


def turned_gain(t: DisplayTables, kind: Int, turn: Int, notes: Ints) -> Int:
    gain = np.int64(0)
    for corner in range(4):
        gain += notes[RISES + STRIDE * corner + np.int64(mark_at(t, kind, turn, corner))]
    return gain


def turned_points(t: DisplayTables, seen: np.uint64, kind: Int, turn: Int, notes: Ints) -> Int:
    points = np.int64(0)
    for corner in range(4):
        mark = np.int64(mark_at(t, kind, turn, corner))
        colour = mark if mark < t.colours else notes[RISES + STRIDE * corner + NAMED]
        points += seen_points(t, seen, corner, colour) << (8 * colour)
    return points


def count_unseen(b: Bytes, t: DisplayTables, seat: Int, known: Int, notes: Ints) -> Int:
    """Onto the notes: the tiles of each kind that a seat does not see: supply, stacks, and racks but for the
    first so many tiles of its own. How many there are in all."""
    total = np.int64(b[BAG_SIZE])
    for kind in range(t.kinds):
        notes[UNSEEN + kind] = np.int64(b[8 * BAG + kind])
    for other in range(t.seats):
        for i in range(known if other == seat else 0, np.int64(b[HELD + other])):
            notes[UNSEEN + np.int64(b[RACKS + RACK_STRIDE * other + i])] += 1
            total += 1
        for i in range(t.stack - np.int64(b[LEFT + other]), t.stack):
            notes[UNSEEN + np.int64(b[t.stacks + t.stack * other + i])] += 1
            total += 1
    return total


def shows(t: DisplayTables, kind: Int, colour: Int) -> Int:
    for corner in range(4):  # noqa: SIM110  # generators do not compile
        if t.corners[4 * kind + corner] == colour:
            return True
    return False
