"""The features of a position, as the seat knows it that has just moved: the inputs of a network.

Nothing hidden goes in. What others may do next is an expectation over the tiles nobody has seen; so are the
tiles that the seat will draw. Colours have no names: they come in the order of the seat's own scores, and
once more in that of its strongest rival's. No number is below zero.
"""

from __future__ import annotations

import numpy as np

# Which board this is is settled when the family is linked (see host/families.py).
from axio.kernel.device.grid.board import count_stacked
from axio.kernel.device.grid.offers import ROOM, shows, survey, weigh_kinds
from axio.kernel.device.grid.policy import VALUES
from axio.kernel.device.shared.row import (
    ASKED,
    BAG,
    BAG_SIZE,
    HELD,
    MOST_SEATS,
    OWED,
    PLACED,
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
from axio.kernel.device.shared.scratch import (
    BLOCK,
    COMING,
    GAINS,
    IN_BAG,
    IN_RACK,
    OFFERED,
    POINTS,
    RANK,
    UNSEEN,
    WHOLE,
)
from axio.kernel.device.shared.tables import GridTables
from axio.kernel.device.shared.tracks import ranking_key

OWN = ROOM  # then numbers of the seat itself
OWNED = 10  # so many, and what there is of every seat
OTHER = 11  # expected gains, who is ahead, scores
OTHERS = OWN + OWNED + OTHER  # then every other seat, in playing order
COLOURS = OTHERS + OTHER * (MOST_SEATS - 1)  # then of each colour, twice
COLOUR = 2 + RANK
UNIT = 2.0**-38 * 100
LEAST = 0.001  # a chance that is not looked at
_SCORE_BITS = 6  # of a score in a ranking key
_SCORE = (1 << _SCORE_BITS) - 1
_REST_BITS = 40
_REST = (1 << _REST_BITS) - 1
_TAKEN = 1 << 62


def compute_features(
    b: Bytes, w: Words, t: GridTables, point_map: Bytes, values: Ints, seat: Int, known: Int, scratch: Ints,
    out: Singles
) -> None:  # fmt: skip
    """The position as `seat` knows it, who knows the first so many tiles of its rack."""
    turn = b[SEAT]
    survey(b, w, t, seat, point_map, scratch, out)
    total = count_unseen(b, t, seat, known, scratch)
    count_shown(b, t, seat, known, scratch)
    rival = rival_of(b, t, seat)
    for i in range(ROOM, COLOURS):
        out[i] = 0
    for turns in range(t.seats):
        other = (seat + turns) % t.seats
        b[SEAT] = other
        weigh_kinds(b, w, t, point_map, values, scratch)
        best = own_features(b, t, seat, known, total, scratch, out) if turns == 0 else np.int64(-1)
        at = OWN + OWNED if turns == 0 else OTHERS + OTHER * (turns - 1)
        hidden = drawn(b, t, seat, known) if turns == 0 else np.int64(b[HELD + other])
        to = COMING if turns == 0 else COMING + 1 if other == rival else np.int64(-1)
        for i in range(3):  # one call, so compiled once
            draws = hidden if i == 0 else t.rack if i == 1 else 1
            kept, where = (best, to) if i == 0 else (np.int64(-1), np.int64(-1))
            out[at + i] = expected_best(t, scratch, total, draws, kept, where) * UNIT
        score_features(b, t, values, seat, other, out, at + 3)
    b[SEAT] = turn
    for i in range(2):
        leading = seat if i == 0 else rival
        colour_features(b, t, seat, rival, leading, scratch, out, COLOURS + COLOUR * t.colours * i)


def rival_of(b: Bytes, t: GridTables, seat: Int) -> Int:
    """The strongest other seat, the next of equals; alone the seat itself."""
    rival, best = seat, np.int64(-1)
    for turns in range(1, t.seats):
        other = (seat + turns) % t.seats
        key = ranking_key(b, t, other)
        if key > best:
            rival, best = other, key
    return rival


def drawn(b: Bytes, t: GridTables, seat: Int, known: Int) -> Int:
    """How many tiles the seat has drawn since, or will draw at least."""
    held = np.int64(b[HELD + seat])
    return t.rack - held if b[ASKED] > 0 else held - known


def own_features(
    b: Bytes, t: GridTables, seat: Int, known: Int, total: Int, scratch: Ints, out: Singles
) -> Int:
    """What the seat has on its rack; the kind of tile it would gain most with, -1 if none gains."""
    first = second = third = np.int64(0)
    best = np.int64(-1)
    for i in range(known):
        kind = np.int64(b[RACKS + RACK_STRIDE * seat + i])
        gain = scratch[GAINS + kind]
        if gain > first:
            first, second, third, best = gain, first, second, kind
        elif gain > second:
            second, third = gain, second
        elif gain > third:
            third = gain
    out[OWN] = t.seats
    out[OWN + 1] = b[PLACED + seat]
    out[OWN + 2] = b[OWED]
    out[OWN + 3] = b[ASKED]
    out[OWN + 4] = known
    out[OWN + 5] = b[BAG_SIZE]
    out[OWN + 6] = total
    out[OWN + 7] = first * UNIT
    out[OWN + 8] = second * UNIT
    out[OWN + 9] = third * UNIT
    return best


def score_features(
    b: Bytes, t: GridTables, values: Ints, seat: Int, other: Int, out: Singles, at: Int
) -> None:
    """Of a seat: who is ahead, what its scores are worth, and they themselves from the lowest up."""
    mine, key = ranking_key(b, t, seat), ranking_key(b, t, other)
    out[at] = (2 if mine > key else 1) - (1 if key > mine else 0)
    out[at + 1] = worth_of(b, t, values, other) * UNIT
    for i in range(t.colours):
        out[at + 2 + i] = (key >> (_SCORE_BITS * (t.colours - 1 - i))) & _SCORE


def worth_of(b: Bytes, t: GridTables, values: Ints, seat: Int) -> Int:
    total = np.int64(0)
    for colour in range(t.colours):
        total += values[VALUES * seat + b[TRACKS + TRACK_STRIDE * seat + colour]]
    return total


def expected_best(t: GridTables, scratch: Ints, total: Int, draws: Int, kept: Int, to: Int) -> float:
    """The best gain of so many unseen tiles on the mean, or of a tile that is kept where that is more. The
    points that come with it go into the scratch, `to` an entry of each colour (-1: nowhere).

    Kinds are taken from the best down: how likely is it that none of those so far has been drawn?
    """
    left, value = 1.0, 0.0
    covered = np.int64(0)
    used = np.uint64(0)
    for colour in range(t.colours if to >= 0 else 0):
        scratch[OFFERED + BLOCK * colour + to] = 0
    while left > LEAST:
        chosen, free = next_best(t, scratch, used, kept)
        none = 0.0
        if free:
            used |= np.uint64(1) << np.uint64(chosen)
            covered += scratch[UNSEEN + chosen]
            none = chance_of_none(total, covered, draws)
        elif chosen < 0:
            break
        value += (left - none) * scratch[GAINS + chosen]
        if to >= 0:
            part = np.int64((left - none) * WHOLE)
            for colour in range(t.colours):
                points = (scratch[POINTS + chosen] >> (8 * colour)) & 255
                scratch[OFFERED + BLOCK * colour + to] += part * points
        left = none
    return value


def next_best(t: GridTables, scratch: Ints, used: np.uint64, kept: Int) -> tuple[Int, bool]:
    """The unseen kind that gains most of those not used, and that it is one; else the tile that is kept."""
    chosen, free = kept, False
    best = scratch[GAINS + kept] if kept >= 0 else np.int64(0)
    for kind in range(t.kinds):
        fits = scratch[UNSEEN + kind] > 0 and (used >> np.uint64(kind)) & np.uint64(1) == np.uint64(0)
        if fits and scratch[GAINS + kind] > best:
            best, chosen, free = scratch[GAINS + kind], np.int64(kind), True
    return chosen, free


def chance_of_none(total: Int, covered: Int, draws: Int) -> float:
    """That none of the tiles covered is drawn."""
    none = 1.0
    for i in range(draws):
        none *= max(total - covered - i, 0) / max(total - i, 1)
    return none


def count_unseen(b: Bytes, t: GridTables, seat: Int, known: Int, scratch: Ints) -> Int:
    """Write how many tiles of each kind a seat does not see, who knows the `known` first tiles of its rack.
    How many there are in all."""
    for kind in range(t.kinds):
        scratch[UNSEEN + kind] = np.int64(b[8 * BAG + kind])
    for other in range(t.seats):
        for i in range(known if other == seat else 0, np.int64(b[HELD + other])):
            scratch[UNSEEN + np.int64(b[RACKS + RACK_STRIDE * other + i])] += 1
    count_stacked(b, t, scratch, UNSEEN)
    total = np.int64(0)
    for kind in range(t.kinds):
        total += scratch[UNSEEN + kind]
    return total


def count_shown(b: Bytes, t: GridTables, seat: Int, known: Int, scratch: Ints) -> None:
    """Write the number of tiles with each colour, in the seat's rack and among those unseen."""
    for colour in range(t.colours):
        at = OFFERED + BLOCK * colour
        scratch[at + IN_RACK] = scratch[at + IN_BAG] = 0
        for i in range(known):
            if shows(t, np.int64(b[RACKS + RACK_STRIDE * seat + i]), colour):
                scratch[at + IN_RACK] += 1
        for kind in range(t.kinds):
            if shows(t, kind, colour):
                scratch[at + IN_BAG] += scratch[UNSEEN + kind]


def colour_features(
    b: Bytes, t: GridTables, seat: Int, rival: Int, leading: Int, scratch: Ints, out: Singles, at: Int
) -> None:
    """Every colour, from the one up in which `leading` stands lowest."""
    for colour in range(t.colours):
        scratch[OFFERED + BLOCK * colour + RANK] = rank_of(
            b, colour, leading, seat + rival - leading, scratch
        )
    for _ in range(t.colours):
        chosen = np.int64(0)
        for colour in range(1, t.colours):
            if scratch[OFFERED + BLOCK * colour + RANK] < scratch[OFFERED + BLOCK * chosen + RANK]:
                chosen = np.int64(colour)
        scratch[OFFERED + BLOCK * chosen + RANK] = _TAKEN
        out[at] = b[TRACKS + TRACK_STRIDE * seat + chosen]
        out[at + 1] = b[TRACKS + TRACK_STRIDE * rival + chosen]
        for i in range(RANK):
            number = np.float32(scratch[OFFERED + BLOCK * chosen + i])
            out[at + 2 + i] = number / WHOLE if i >= COMING else number
        at += COLOUR


def rank_of(b: Bytes, colour: Int, one: Int, two: Int, scratch: Ints) -> Int:
    """Where a colour comes: by one seat's score, then the other's, then the best the board offers; colours
    equal in that are told apart by everything else there is to tell."""
    rank = np.int64(b[TRACKS + TRACK_STRIDE * one + colour]) << 6
    rank = ((rank | np.int64(b[TRACKS + TRACK_STRIDE * two + colour])) << 8) | scratch[
        OFFERED + BLOCK * colour
    ]
    rest = np.int64(0)
    for i in range(1, RANK):
        rest = (rest * 67 + scratch[OFFERED + BLOCK * colour + i]) & _REST
    return (rank << _REST_BITS) | rest
