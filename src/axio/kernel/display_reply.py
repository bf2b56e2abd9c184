"""Placements on a display by what they gain (see grid_reply.py)."""

from __future__ import annotations

import numpy as np

from .display_legal import held_kind, names, numbered
from .display_policy import gained
from .pad import HINT, WORTH, enter
from .row import EDGES, Bytes, Int, Ints, Words
from .tables import DisplayTables

_FACTOR = np.uint64(6364136223846793005)
_ONE = np.uint64(1)
_TOP = np.uint64(56)


def shortlist(
    b: Bytes, w: Words, t: DisplayTables, sight: Bytes, values: Ints, word: np.uint64, pad: Ints, most: Int
) -> Int:
    """The placements that gain most, the best first, onto the pad; how many there are."""
    kind = held_kind(b)
    count = 0
    for edge in range(np.int64(b[EDGES])):
        for turn in range(4):
            naming = names(t, w[t.seen + edge], kind, turn)
            for name in range(1 if naming else 0, t.colours + 1 if naming else 1):
                word = word * _FACTOR + _ONE
                gain = gained(b, w, t, values, kind, edge, turn, name) + np.int64(word >> _TOP)
                if count < most or gain > pad[WORTH + count - 1]:
                    count = enter(pad, count, most, numbered(b, t, edge, turn, name), gain)
    return count


def best_gain(
    b: Bytes, w: Words, t: DisplayTables, sight: Bytes, values: Ints, pad: Ints, enough: Int
) -> Int:
    """The most the seat whose turn it is can gain at once; anything from `enough` on is as good."""
    kind = held_kind(b)
    edges = np.int64(b[EDGES])
    best = np.int64(0)
    for i in range(-1, edges):
        edge = pad[HINT] if i < 0 else i
        if edge < 0 or edge >= edges:
            continue
        gain = best_on(b, w, t, values, kind, edge)
        if gain > best:
            best = gain
            pad[HINT] = edge
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
