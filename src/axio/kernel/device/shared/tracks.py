"""Score tracks in a row: advancing them, and who is ahead."""

from __future__ import annotations

import numpy as np

from .row import SEAT, TRACK_STRIDE, TRACKS, Bytes, Int
from .tables import Tables

_WIDTH = 64  # more than any track's end


def advanced(score: Int, points: Int, t: Tables) -> Int:
    """Where a marker goes: to the next stop at the furthest; points beyond it are lost."""
    stop = t.first_stop if score < t.first_stop else t.end
    return min(score + points, stop)


def score(b: Bytes, t: Tables, colour: Int, points: Int) -> Int:
    """Move a colour of the seat whose turn it is. Returns 1 if it reached a stop."""
    at = TRACKS + TRACK_STRIDE * b[SEAT] + colour
    before = np.int64(b[at])
    after = advanced(before, points, t)
    b[at] = after
    return 1 if after != before and (after == t.first_stop or after == t.end) else 0


def score_twice(b: Bytes, t: Tables, colour: Int, one: Int, two: Int) -> Int:
    """Move one colour twice, in the order that goes further. Returns the number of stops reached."""
    now = np.int64(b[TRACKS + TRACK_STRIDE * b[SEAT] + colour])
    if advanced(advanced(now, two, t), one, t) > advanced(advanced(now, one, t), two, t):
        one, two = two, one
    return score(b, t, colour, one) + score(b, t, colour, two)


def complete(b: Bytes, t: Tables, seat: Int) -> bool:
    """Whether every colour of a seat stands at its end."""
    at = TRACKS + TRACK_STRIDE * seat
    for colour in range(t.colours):  # noqa: SIM110  # generators do not compile
        if b[at + colour] != t.end:
            return False
    return True


def least(b: Bytes, t: Tables, seat: Int) -> Int:
    """Where the seat's lowest colour stands."""
    at = TRACKS + TRACK_STRIDE * seat
    found = np.int64(b[at])
    for colour in range(1, t.colours):
        found = min(found, np.int64(b[at + colour]))
    return found


def ranking_key(b: Bytes, t: Tables, seat: Int) -> Int:
    """The seat's scores from the lowest up as one number: more is better."""
    at = TRACKS + TRACK_STRIDE * seat
    key = np.int64(0)
    last = np.int64(-1)
    for _ in range(t.colours):
        following = np.int64(_WIDTH)
        times = 0
        for colour in range(t.colours):
            value = np.int64(b[at + colour])
            if last < value < following:
                following, times = value, 1
            elif value == following:
                times += 1
        for _ in range(times):
            key = key * _WIDTH + following
        last = following
    return key


def place_of(b: Bytes, t: Tables, seat: Int) -> Int:
    """The seat's place, 1 the best; equal seats share one and the next is skipped."""
    key = ranking_key(b, t, seat)
    place = 1
    for other in range(t.seats):
        if ranking_key(b, t, other) > key:
            place += 1
    return place
