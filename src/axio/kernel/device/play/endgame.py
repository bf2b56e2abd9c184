"""The end of a game solved, world by world: every line to its end, each seat choosing its own best.

A loop in place of recursion: each level of the tree has its row, its list of actions, and levels of the best
line found there so far: what it gives each seat, and the tracks it ends with.
"""

from __future__ import annotations

import numpy as np

from axio.kernel.device.grid.board import bounded
from axio.kernel.device.grid.legal import legal_list
from axio.kernel.device.shared.row import (
    ENDING,
    MOST_SEATS,
    SEAT,
    TRACK_STRIDE,
    TRACKS,
    Bytes,
    Int,
    Ints,
    Kinds,
    Words,
)
from axio.kernel.device.shared.tables import GridTables
from axio.kernel.device.shared.tracks import place_of, ranking_key

from .turn import play

LEVELS = 9  # the position after the candidate, and so many plies less one; a longer game is left open
LINE = MOST_SEATS  # levels: a value a seat, then its tracks, a byte a colour
COUNT = 2 * MOST_SEATS  # of actions
NEXT = COUNT + 1  # of them to look at
LEVEL_SIZE = COUNT + 2
WIN = np.int64(1) << np.int64(48)  # more than any ranking key; what is shared is shared


def solve_game(
    g: Int, bs: Bytes, ws: Words, worlds: Words, t: GridTables, actions: Ints, feed: Kinds, point_map: Bytes,
    lists: Ints, levels: Ints, nodes: Int, solved: Bytes
) -> None:  # fmt: skip
    """Solve g's world after g's candidate, in so many nodes at most. Its first row gets the final tracks."""
    t = bounded(t)
    top = g * LEVELS
    for i in range(t.row_words):
        ws[top, i] = worlds[g % worlds.shape[0], i]
    play(bs[top], ws[top], t, actions[g // worlds.shape[0]], feed, point_map)
    open_level(bs[top], ws[top], t, lists[top], levels[top])
    at = top
    while at >= top:
        won = t.seats > 1 and levels[at, np.int64(bs[at, SEAT])] >= WIN
        if won or levels[at, NEXT] == levels[at, COUNT]:
            if at > top:
                pass_up(bs[at - 1, SEAT], levels[at], levels[at - 1])
            at -= 1
        elif nodes == 0 or at == top + LEVELS - 1:
            solved[g] = 0
            return
        else:
            nodes -= 1
            for i in range(t.row_words):
                ws[at + 1, i] = ws[at, i]
            play(bs[at + 1], ws[at + 1], t, lists[at, levels[at, NEXT]], feed, point_map)
            levels[at, NEXT] += 1
            at += 1
            open_level(bs[at], ws[at], t, lists[at], levels[at])
    solved[g] = 1
    for seat in range(t.seats):
        for colour in range(t.colours):
            bs[top, TRACKS + TRACK_STRIDE * seat + colour] = (levels[top, LINE + seat] >> (8 * colour)) & 255


def open_level(b: Bytes, w: Words, t: GridTables, actions: Ints, level: Ints) -> None:
    """Where a line has come to: its actions to be looked at, or what it ended with."""
    level[NEXT] = 0
    level[COUNT] = legal_list(b, w, t, actions)
    for seat in range(t.seats):
        level[seat] = -1
        if b[ENDING] > 0:
            level[seat] = value_of(b, t, seat)
            line = np.int64(0)
            for colour in range(t.colours):
                line |= np.int64(b[TRACKS + TRACK_STRIDE * seat + colour]) << (8 * colour)
            level[LINE + seat] = line


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


def pass_up(seat: Int, level: Ints, above: Ints) -> None:
    """A line is known: whoever chose it prefers it if it is better for that seat."""
    if level[seat] > above[seat]:
        for i in range(COUNT):
            above[i] = level[i]
