"""The policy that looks a move further, the same in every game: a short list by gain, each played on a draft
of the row, and what it leaves to the next seat taken off. Alone one leaves it to oneself.
"""

from __future__ import annotations

import numpy as np

from .draw import below, mix, nth_in_bag, put_in_bag, take_from_bag

# Which board this is is settled when the family is linked (see family.py).
from .grid_bounds import bounded
from .grid_reply import best_gain, shortlist
from .pad import FOUND, HINT, NO_LIMIT, WORTH
from .policy import VALUES, choose
from .row import (
    ASKED,
    BAG_SIZE,
    ENDING,
    HELD,
    OWED,
    RACK_STRIDE,
    RACKS,
    SEAT,
    TRACK_STRIDE,
    TRACKS,
    Bytes,
    Int,
    Ints,
    Kinds,
    Words,
)
from .sight import look
from .tables import GridTables
from .tracks import place_of
from .turn import following, play

WIDTH = 62  # a seat's entry there: placements looked at closely; 0 looks at gains alone
WEIGHT = 61  # of what is left to the next seat, in parts of SCALE
GUESSING = 60  # not 0: the next seat's rack is not looked at, but one that it might be
SCALE = 64
WON = np.int64(2**50)


def decide(
    b: Bytes, w: Words, t: GridTables, sight: Bytes, values: Ints, word: np.uint64, feed: Kinds,
    b2: Bytes, w2: Words, sight2: Bytes, pad: Ints
) -> Int:  # fmt: skip
    """The policy's action, with or without foresight."""
    at = VALUES * np.int64(b[SEAT])
    if values[at + WIDTH] == 0 or b[ASKED] > 0:
        return choose(b, w, t, sight, values, word)
    count = shortlist(b, w, t, sight, values, word, pad, values[at + WIDTH])
    best, chosen = -NO_LIMIT, np.int64(-1)
    pad[HINT] = -1
    for i in range(count):
        draft(b, w, sight, b2, w2, sight2)
        if values[at + GUESSING] > 0 and t.seats > 1:
            guess_rack(b2, w2, t, word)
        play(b2, w2, t, pad[FOUND + i], feed, sight2)
        value = pad[WORTH + i]
        value += outlook(b2, w2, t, sight2, values, np.int64(b[SEAT]), pad, best - value)
        if value > best:
            best, chosen = value, pad[FOUND + i]
    return chosen


def draft(b: Bytes, w: Words, sight: Bytes, b2: Bytes, w2: Words, sight2: Bytes) -> None:
    for i in range(w.size):
        w2[i] = w[i]
    for i in range(sight.size):
        sight2[i] = sight[i]


def guess_rack(b: Bytes, w: Words, t: GridTables, word: np.uint64) -> None:
    """Deal the next seat's rack anew on a draft. The seat that chooses cannot tell it from the true one."""
    seat = following(b, t)
    at, held = RACKS + RACK_STRIDE * seat, np.int64(b[HELD + seat])
    for i in range(held):
        put_in_bag(b, w, np.int64(b[at + i]))
    for i in range(held):
        kind = nth_in_bag(w, t, below(mix(word + np.uint64(i)), b[BAG_SIZE]))
        take_from_bag(b, w, kind)
        b[at + i] = kind


def outlook(
    b: Bytes, w: Words, t: GridTables, sight: Bytes, values: Ints, seat: Int, pad: Ints, needed: Int
) -> Int:
    """What a row is worth to the seat that has just played, beyond its tracks. Where that is not more than
    what is needed, it may be told as any such number."""
    if b[ENDING] > 0:
        if t.seats == 1:
            return 0
        return WON if place_of(b, t, seat) == 1 else -WON
    value = np.int64(0)
    weight = values[VALUES * seat + WEIGHT]
    enough = NO_LIMIT
    for replying in range(0 if b[OWED] > 0 else 1, 2):  # a bonus placement first: one call, so compiled once
        if replying:
            b[SEAT] = seat
            b[SEAT] = following(b, t)
            if weight > 0:
                enough = (value - needed) // weight * SCALE + SCALE
        if b[HELD + b[SEAT]] > 0:
            gain = best_gain(b, w, t, sight, values, pad, enough)
            value += -weight * (gain // SCALE) if replying else gain
    return value


def foresee_game(
    g: Int, bs: Bytes, ws: Words, worlds: Words, t: GridTables, actions: Ints, sights: Bytes, values: Ints,
    feed: Kinds, pads: Ints, worth: Ints
) -> None:  # fmt: skip
    """What g's candidate is worth in g's world, as the policy sees it."""
    t = bounded(t)
    b, w = bs[g], ws[g]
    world = g % worlds.shape[0]
    for i in range(t.row_words):
        w[i] = worlds[world, i]
    look(b, t, sights[g])
    seat = np.int64(b[SEAT])
    before = tracks_worth(b, t, values, seat)
    play(b, w, t, actions[g // worlds.shape[0]], feed, sights[g])
    pads[g, HINT] = -1
    worth[g] = tracks_worth(b, t, values, seat) - before
    worth[g] += outlook(b, w, t, sights[g], values, seat, pads[g], -NO_LIMIT)


def tracks_worth(b: Bytes, t: GridTables, values: Ints, seat: Int) -> Int:
    total = np.int64(0)
    for colour in range(t.colours):
        total += values[VALUES * seat + b[TRACKS + TRACK_STRIDE * seat + colour]]
    return total
