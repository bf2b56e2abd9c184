"""What a display has to offer (see grid/offers.py)."""

from __future__ import annotations

import numpy as np

from axio.kernel.device.shared.row import (
    EDGES,
    HELD,
    LEFT,
    SEAT,
    TRACK_STRIDE,
    TRACKS,
    Bytes,
    Int,
    Ints,
    Singles,
    Words,
)
from axio.kernel.device.shared.scratch import GAINS, POINTS, RISES, STRIDE, UNSEEN, add_offer, clear_offers
from axio.kernel.device.shared.tables import DisplayTables
from axio.kernel.device.shared.tracks import advanced

from .board import mark_at, seen_points

VALUES = 64
ROOM = 9
NAMED = STRIDE - 1  # beside what a corner gains: the colour that is best named there


def survey(
    b: Bytes, w: Words, t: DisplayTables, seat: Int, point_map: Bytes, scratch: Ints, out: Singles
) -> None:
    """How much can still be laid: edge squares, tiles left. Writes what they offer each colour."""
    clear_offers(scratch)
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
            add_offer(scratch, colour, best)


def weigh_kinds(b: Bytes, w: Words, t: DisplayTables, point_map: Bytes, values: Ints, scratch: Ints) -> None:
    """Write per kind of tile the most the seat whose turn it is would gain with it, and with which points.
    Each corner is taken by itself."""
    for kind in range(t.kinds):
        scratch[GAINS + kind] = scratch[POINTS + kind] = 0
    for edge in range(np.int64(b[EDGES])):
        for corner in range(4):
            weigh_corner(b, t, values, w[t.seen + edge], corner, scratch)
        for kind in range(t.kinds):
            if scratch[UNSEEN + kind] > 0:
                for turn in range(4):
                    gain = turned_gain(t, kind, turn, scratch)
                    if gain > scratch[GAINS + kind]:
                        scratch[GAINS + kind] = gain
                        scratch[POINTS + kind] = turned_points(t, w[t.seen + edge], kind, turn, scratch)


def weigh_corner(
    b: Bytes, t: DisplayTables, values: Ints, seen: np.uint64, corner: Int, scratch: Ints
) -> None:
    """What each colour gains at a corner; for an empty corner the best of them is named."""
    seat = np.int64(b[SEAT])
    best, named = np.int64(0), np.int64(0)
    for colour in range(t.colours):
        now = np.int64(b[TRACKS + TRACK_STRIDE * seat + colour])
        after = advanced(now, seen_points(t, seen, corner, colour), t)
        gain = values[VALUES * seat + after] - values[VALUES * seat + now]
        scratch[RISES + STRIDE * corner + colour] = gain
        if gain > best:
            best, named = gain, np.int64(colour)
    scratch[RISES + STRIDE * corner + t.colours] = best
    scratch[RISES + STRIDE * corner + NAMED] = named


def turned_gain(t: DisplayTables, kind: Int, turn: Int, scratch: Ints) -> Int:
    gain = np.int64(0)
    for corner in range(4):
        gain += scratch[RISES + STRIDE * corner + np.int64(mark_at(t, kind, turn, corner))]
    return gain


def turned_points(t: DisplayTables, seen: np.uint64, kind: Int, turn: Int, scratch: Ints) -> Int:
    points = np.int64(0)
    for corner in range(4):
        mark = np.int64(mark_at(t, kind, turn, corner))
        colour = mark if mark < t.colours else scratch[RISES + STRIDE * corner + NAMED]
        points += seen_points(t, seen, corner, colour) << (8 * colour)
    return points


def shows(t: DisplayTables, kind: Int, colour: Int) -> Int:
    for corner in range(4):  # noqa: SIM110  # generators do not compile
        if t.corners[4 * kind + corner] == colour:
            return True
    return False
