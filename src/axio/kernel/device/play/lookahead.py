"""The policy that looks a move further, the same in every game: a short list by gain, each played on a draft
of the row, and what it leaves to the next seat taken off. Alone one leaves it to oneself.
"""

from __future__ import annotations

import numpy as np

# Which board this is is settled when the family is linked (see host/families.py).
from axio.kernel.device.grid.board import bounded
from axio.kernel.device.grid.point_map import fill_point_map
from axio.kernel.device.grid.policy import VALUES, best_gain, choose, shortlist
from axio.kernel.device.shared.rng import below, mix, nth_in_bag, put_in_bag, take_from_bag
from axio.kernel.device.shared.row import (
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
from axio.kernel.device.shared.scratch import FOUND, HINT, NO_LIMIT, WORTH
from axio.kernel.device.shared.tables import GridTables
from axio.kernel.device.shared.tracks import place_of

from .turn import following, play

WIDTH = 62  # a seat's entry there: placements looked at closely; 0 looks at gains alone
WEIGHT = 61  # of what is left to the next seat, in parts of SCALE
GUESSING = 60  # not 0: the next seat's rack is not looked at, but one that it might be
SCALE = 64
WON = np.int64(2**50)


def policy_action(
    b: Bytes, w: Words, t: GridTables, point_map: Bytes, values: Ints, word: np.uint64, feed: Kinds,
    b2: Bytes, w2: Words, point_map2: Bytes, scratch: Ints
) -> Int:  # fmt: skip
    """The policy's action, with or without lookahead."""
    at = VALUES * np.int64(b[SEAT])
    if values[at + WIDTH] == 0 or b[ASKED] > 0:
        return choose(b, w, t, point_map, values, word)
    count = shortlist(b, w, t, point_map, values, word, scratch, values[at + WIDTH])
    best, chosen = -NO_LIMIT, np.int64(-1)
    scratch[HINT] = -1
    for i in range(count):
        copy_row(b, w, point_map, b2, w2, point_map2)
        if values[at + GUESSING] > 0 and t.seats > 1:
            guess_rack(b2, w2, t, word)
        play(b2, w2, t, scratch[FOUND + i], feed, point_map2)
        value = scratch[WORTH + i]
        value += reply_value(b2, w2, t, point_map2, values, np.int64(b[SEAT]), scratch, best - value)
        if value > best:
            best, chosen = value, scratch[FOUND + i]
    return chosen


def enter_world(b: Bytes, w: Words, t: GridTables, world: Words, point_map: Bytes) -> None:
    """The row becomes a copy of a world, with its point map."""
    for i in range(t.row_words):
        w[i] = world[i]
    fill_point_map(b, t, point_map)


def copy_row(b: Bytes, w: Words, point_map: Bytes, b2: Bytes, w2: Words, point_map2: Bytes) -> None:
    for i in range(w.size):
        w2[i] = w[i]
    for i in range(point_map.size):
        point_map2[i] = point_map[i]


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


def reply_value(
    b: Bytes, w: Words, t: GridTables, point_map: Bytes, values: Ints, seat: Int, scratch: Ints, needed: Int
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
            gain = best_gain(b, w, t, point_map, values, scratch, enough)
            value += -weight * (gain // SCALE) if replying else gain
    return value


def lookahead_game(
    g: Int, bs: Bytes, ws: Words, worlds: Words, t: GridTables, actions: Ints, point_maps: Bytes,
    values: Ints, feed: Kinds, policy_scratch: Ints, worth: Ints
) -> None:  # fmt: skip
    """What g's candidate is worth in g's world, as the policy sees it."""
    t = bounded(t)
    b, w = bs[g], ws[g]
    enter_world(b, w, t, worlds[g % worlds.shape[0]], point_maps[g])
    seat = np.int64(b[SEAT])
    before = tracks_worth(b, t, values, seat)
    play(b, w, t, actions[g // worlds.shape[0]], feed, point_maps[g])
    policy_scratch[g, HINT] = -1
    worth[g] = tracks_worth(b, t, values, seat) - before
    worth[g] += reply_value(b, w, t, point_maps[g], values, seat, policy_scratch[g], -NO_LIMIT)


def tracks_worth(b: Bytes, t: GridTables, values: Ints, seat: Int) -> Int:
    total = np.int64(0)
    for colour in range(t.colours):
        total += values[VALUES * seat + b[TRACKS + TRACK_STRIDE * seat + colour]]
    return total
