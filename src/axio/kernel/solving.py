"""The end of a game solved, world by world: every line to its end, each seat choosing its own best.

A loop in place of recursion: each level of the tree has its row, its list of actions, and notes of the best
line found there so far: what it gives each seat, and the tracks it ends with.
"""

from __future__ import annotations

import numpy as np

from .grid_bounds import bounded
from .legal import legal_list
from .row import ENDING, MOST_SEATS, SEAT, TRACK_STRIDE, TRACKS, Bytes, Int, Ints, Kinds, Words
from .tables import GridTables
from .tracks import place_of, ranking_key
from .turn import play

LEVELS = 9  # the position after the candidate, and so many plies less one; a longer game is left open
LINE = MOST_SEATS  # notes: a value a seat, then its tracks, a byte a colour
COUNT = 2 * MOST_SEATS  # of actions
NEXT = COUNT + 1  # of them to look at
NOTES = COUNT + 2
WIN = np.int64(1) << np.int64(48)  # more than any ranking key; what is shared is shared


def solve_game(
    g: Int, bs: Bytes, ws: Words, worlds: Words, t: GridTables, actions: Ints, feed: Kinds, sight: Bytes,
    lists: Ints, notes: Ints, nodes: Int, solved: Bytes
) -> None:  # fmt: skip
    """Solve g's world after g's candidate, in so many nodes at most. Its first row gets the final tracks."""
    t = bounded(t)
    top = g * LEVELS
    for i in range(t.row_words):
        ws[top, i] = worlds[g % worlds.shape[0], i]
    play(bs[top], ws[top], t, actions[g // worlds.shape[0]], feed, sight)
    open_level(bs[top], ws[top], t, lists[top], notes[top])
    at = top
    while at >= top:
        won = t.seats > 1 and notes[at, np.int64(bs[at, SEAT])] >= WIN
        if won or notes[at, NEXT] == notes[at, COUNT]:
            if at > top:
                pass_up(bs[at - 1, SEAT], notes[at], notes[at - 1])
            at -= 1
        elif nodes == 0 or at == top + LEVELS - 1:
            solved[g] = 0
            return
        else:
            nodes -= 1
            for i in range(t.row_words):
                ws[at + 1, i] = ws[at, i]
            play(bs[at + 1], ws[at + 1], t, lists[at, notes[at, NEXT]], feed, sight)
            notes[at, NEXT] += 1
            at += 1
            open_level(bs[at], ws[at], t, lists[at], notes[at])
    solved[g] = 1
    for seat in range(t.seats):
        for colour in range(t.colours):
            bs[top, TRACKS + TRACK_STRIDE * seat + colour] = (notes[top, LINE + seat] >> (8 * colour)) & 255


def open_level(b: Bytes, w: Words, t: GridTables, actions: Ints, note: Ints) -> None:
    """Where a line has come to: its actions to be looked at, or what it ended with."""
    note[NEXT] = 0
    note[COUNT] = legal_list(b, w, t, actions)
    for seat in range(t.seats):
        note[seat] = -1
        if b[ENDING] > 0:
            note[seat] = value_of(b, t, seat)
            line = np.int64(0)
            for colour in range(t.colours):
                line |= np.int64(b[TRACKS + TRACK_STRIDE * seat + colour]) << (8 * colour)
            note[LINE + seat] = line


def value_of(b: Bytes, t: GridTables, seat: Int) -> Int:
    """What an ended game is worth to a seat: its share of the win, then its scores."""
    value = ranking_key(b, t, seat)
    if t.seats == 1 or place_of(b, t, seat) > 1:
        return value
    firsts = 0
    for other in range(t.seats):
        if place_of(b, t, other) == 1:
            firsts += 1
    return value + WIN // firsts


def pass_up(seat: Int, note: Ints, above: Ints) -> None:
    """A line is known: whoever chose it prefers it if it is better for that seat."""
    if note[seat] > above[seat]:
        for i in range(COUNT):
            above[i] = note[i]
