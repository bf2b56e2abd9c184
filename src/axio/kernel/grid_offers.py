"""What a grid has to offer: room to lay tiles, points for each colour, gains for each kind of tile."""

from __future__ import annotations

import numpy as np

from .bits import count_bits, lowest_bit
from .grid import open_word
from .notes import GAINS, POINTS, RISES, STRIDE, UNSEEN, clear_offers, offer
from .policy import gained_with_pyramids, points_of, rise
from .row import (
    BAG,
    BAG_SIZE,
    FREE,
    HELD,
    RACK_STRIDE,
    RACKS,
    RAISED,
    SEAT,
    SMALL,
    Bytes,
    Int,
    Ints,
    Singles,
    Words,
)
from .sight import HOLES, SIGHT
from .tables import GridTables

ROOM = 9  # numbers
_NONE = np.uint64(0)
_ONE = np.uint64(1)


def survey(b: Bytes, w: Words, t: GridTables, seat: Int, sight: Bytes, notes: Ints, out: Singles) -> None:
    """How much can still be laid: free cells, spots, cells by free sides, pyramids, tiles that fit. Onto
    the notes what free cells offer each colour."""
    clear_offers(notes)
    for i in range(ROOM):
        out[i] = 0
    for i in range(t.cells):
        cell = np.int64(t.board[i])
        sides = free_sides(b, t, cell)
        if sides > 0:
            out[0] += 1
            out[1 + min(sides, 4)] += 1
            for colour in range(t.colours):
                offer(notes, colour, np.int64(sight[SIGHT * cell + colour]))
    for i in range(t.spot_words):
        out[1] += count_bits(w[t.open + i])
    out[6] = b[RAISED]
    out[7] = count_fitting(w, t, notes)
    out[8] = np.int64(out[7]) & 1


def count_fitting(w: Words, t: GridTables, notes: Ints) -> Int:
    """How many tiles fit if they are laid side by side, from the first open spot on."""
    for i in range(t.spot_words):
        notes[RISES + i] = np.int64(w[t.open + i])
    count = 0
    for i in range(t.spot_words):
        while notes[RISES + i] != 0:
            spot = 64 * i + lowest_bit(np.uint64(notes[RISES + i]))
            for j in range(i, t.spot_words):
                notes[RISES + j] &= ~np.int64(t.closed[spot * t.spot_words + j])
            count += 1
    return count


def free_sides(b: Bytes, t: GridTables, cell: Int) -> Int:
    """How many free cells lie beside a free cell."""
    at = t.marks + cell
    if b[at] != FREE:
        return 0
    count = 0
    for direction in range(t.steps.size):
        if b[(at + t.steps[direction]) & SMALL] == FREE:
            count += 1
    return count


def weigh_kinds(b: Bytes, w: Words, t: GridTables, sight: Bytes, values: Ints, notes: Ints) -> None:
    """Onto the notes: per kind of tile the most the seat whose turn it is would gain with it, and how."""
    for kind in range(t.kinds):
        notes[GAINS + kind] = notes[POINTS + kind] = 0
    for i in range(t.cells):
        cell = np.int64(t.board[i])
        if b[t.marks + cell] == FREE:
            for colour in range(t.colours):
                points = np.int64(sight[SIGHT * cell + colour])
                notes[RISES + STRIDE * cell + colour] = rise(b, t, values, colour, points)
    for i in range(t.spot_words):
        free = open_word(b, w, t, b[SEAT], i)
        while free != _NONE:
            weigh_on(b, t, sight, values, 64 * i + lowest_bit(free), notes)
            free &= free - _ONE


def weigh_on(b: Bytes, t: GridTables, sight: Bytes, values: Ints, spot: Int, notes: Ints) -> None:
    """Every kind of tile on one spot."""
    at, to = np.int64(t.ends[2 * spot]), np.int64(t.ends[2 * spot + 1])
    holes = t.pyramids > 0 and (sight[SIGHT * at + HOLES] | sight[SIGHT * to + HOLES]) > 0
    for one in range(t.colours):
        for two in range(t.colours):
            pair = one * t.colours + two
            if holes:
                gain = gained_with_pyramids(b, t, sight, values, pair, spot)
            elif one == two:
                points = np.int64(sight[SIGHT * at + one]) + np.int64(sight[SIGHT * to + one])
                gain = rise(b, t, values, one, points)
            else:
                gain = notes[RISES + STRIDE * at + one] + notes[RISES + STRIDE * to + two]
            kind = np.int64(t.kind_of[pair])
            if gain > notes[GAINS + kind]:
                notes[GAINS + kind] = gain
                notes[POINTS + kind] = np.int64(points_of(b, t, sight, pair, spot, holes))


def count_unseen(b: Bytes, t: GridTables, seat: Int, known: Int, notes: Ints) -> Int:
    """Onto the notes: the tiles of each kind that a seat does not see, who knows the first so many tiles of
    its rack. How many there are in all."""
    total = np.int64(b[BAG_SIZE])
    for kind in range(t.kinds):
        notes[UNSEEN + kind] = np.int64(b[8 * BAG + kind])
    for other in range(t.seats):
        for i in range(known if other == seat else 0, np.int64(b[HELD + other])):
            notes[UNSEEN + np.int64(b[RACKS + RACK_STRIDE * other + i])] += 1
            total += 1
    return total


def shows(t: GridTables, kind: Int, colour: Int) -> Int:
    return t.pair[2 * kind] == colour or t.pair[2 * kind + 1] == colour
