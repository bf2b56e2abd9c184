"""The cheap policy on a display, and placements by what they gain (see grid/policy.py)."""

from __future__ import annotations

import numpy as np

from axio.kernel.device.shared.row import EDGES, ENDING, SEAT, TRACK_STRIDE, TRACKS, Bytes, Int, Ints, Words
from axio.kernel.device.shared.scratch import HINT, WORTH, enter
from axio.kernel.device.shared.tables import DisplayTables
from axio.kernel.device.shared.tracks import advanced

from .board import mark_at, seen_points
from .legal import held_kind, names, numbered, random_action

VALUES = 64
RANDOM = 63
_NONE = np.uint64(0)
_ONE = np.uint64(1)
_BYTE = np.uint64(0xFF)
_FACTOR = np.uint64(6364136223846793005)
_TOP = np.uint64(56)


def fill_point_map(b: Bytes, t: DisplayTables, point_map: Bytes) -> None:
    """What edge squares see is part of the row."""


def choose(b: Bytes, w: Words, t: DisplayTables, point_map: Bytes, values: Ints, word: np.uint64) -> Int:
    """The policy's action; `word` decides between equals."""
    if values[VALUES * b[SEAT] + RANDOM]:
        return random_action(b, w, t, word)
    kind = held_kind(b)
    best, chosen = np.int64(-1), np.int64(-1)
    for edge in range(np.int64(b[EDGES])):
        for turn in range(4):
            naming = names(t, w[t.seen + edge], kind, turn)
            for name in range(1 if naming else 0, t.colours + 1 if naming else 1):
                word = word * _FACTOR + _ONE
                gain = gained(b, w, t, values, kind, edge, turn, name) + np.int64(word >> _TOP)
                if gain > best:
                    best, chosen = gain, numbered(b, t, edge, turn, name)
    return chosen


def gained(
    b: Bytes, w: Words, t: DisplayTables, values: Ints, kind: Int, edge: Int, turn: Int, name: Int
) -> Int:
    """How much more the seat's scores are worth after this placement."""
    seen = w[t.seen + edge]
    points = _NONE
    for corner in range(4):
        mark = mark_at(t, kind, turn, corner)
        colour = mark if mark < t.colours else name - 1
        if colour >= 0:
            points += np.uint64(seen_points(t, seen, corner, colour)) << np.uint64(8 * colour)
    seat = np.int64(b[SEAT])
    gain = np.int64(0)
    for colour in range(t.colours):
        more = np.int64((points >> np.uint64(8 * colour)) & _BYTE)
        now = np.int64(b[TRACKS + TRACK_STRIDE * seat + colour])
        gain += values[VALUES * seat + advanced(now, more, t)] - values[VALUES * seat + now]
    return gain


def appraise(
    b: Bytes, w: Words, t: DisplayTables, point_map: Bytes, values: Ints, found: Ints, worth: Ints
) -> Int:
    """Every legal action with what it gains; how many there are."""
    if b[ENDING] > 0:
        return 0
    kind = held_kind(b)
    count = 0
    for edge in range(np.int64(b[EDGES])):
        for turn in range(4):
            naming = names(t, w[t.seen + edge], kind, turn)
            for name in range(1 if naming else 0, t.colours + 1 if naming else 1):
                found[count] = numbered(b, t, edge, turn, name)
                worth[count] = gained(b, w, t, values, kind, edge, turn, name)
                count += 1
    return count


_FACTOR = np.uint64(6364136223846793005)
_ONE = np.uint64(1)
_TOP = np.uint64(56)


def shortlist(
    b: Bytes,
    w: Words,
    t: DisplayTables,
    point_map: Bytes,
    values: Ints,
    word: np.uint64,
    scratch: Ints,
    most: Int,
) -> Int:
    """The placements that gain most, the best first, into the scratch; how many there are."""
    kind = held_kind(b)
    count = 0
    for edge in range(np.int64(b[EDGES])):
        for turn in range(4):
            naming = names(t, w[t.seen + edge], kind, turn)
            for name in range(1 if naming else 0, t.colours + 1 if naming else 1):
                word = word * _FACTOR + _ONE
                gain = gained(b, w, t, values, kind, edge, turn, name) + np.int64(word >> _TOP)
                if count < most or gain > scratch[WORTH + count - 1]:
                    count = enter(scratch, count, most, numbered(b, t, edge, turn, name), gain)
    return count


def best_gain(
    b: Bytes, w: Words, t: DisplayTables, point_map: Bytes, values: Ints, scratch: Ints, enough: Int
) -> Int:
    """The most the seat whose turn it is can gain at once; anything from `enough` on is as good."""
    kind = held_kind(b)
    edges = np.int64(b[EDGES])
    best = np.int64(0)
    for i in range(-1, edges):
        edge = scratch[HINT] if i < 0 else i
        if edge < 0 or edge >= edges:
            continue
        gain = best_on(b, w, t, values, kind, edge)
        if gain > best:
            best = gain
            scratch[HINT] = edge
        if best >= enough:
            return best
    return best


def best_on(b: Bytes, w: Words, t: DisplayTables, values: Ints, kind: Int, edge: Int) -> Int:
    """The most a tile can gain on an edge square."""
    best = np.int64(0)
    for turn in range(4):
        naming = names(t, w[t.seen + edge], kind, turn)
        for name in range(1 if naming else 0, t.colours + 1 if naming else 1):
            best = max(best, gained(b, w, t, values, kind, edge, turn, name))
    return best
