"""A move in a world, some turns more, and what a network expects then: trials that need no end.

The look is always that of the seat that chooses, right after a turn of its own.
"""

from __future__ import annotations

import numpy as np

from .draw import choice_word
from .foresight import decide
from .grid_bounds import bounded
from .mind import Mind, consider
from .portrait import portray
from .row import ASKED, ENDING, HELD, SEAT, Bytes, Int, Ints, Kinds, Singles, Words
from .sight import look
from .tables import GridTables
from .tracks import least, place_of
from .turn import play


def known_after(b: Bytes, t: GridTables, action: Int) -> Int:
    """How many tiles the seat whose turn it is will know of its rack after an action, those to be drawn not
    counted."""
    held = np.int64(b[HELD + b[SEAT]])
    if b[ASKED] == 0:
        return held - 1
    return 0 if action == t.exchange else held


def portray_game(
    g: Int, bs: Bytes, ws: Words, worlds: Words, t: GridTables, actions: Ints, sights: Bytes, values: Ints,
    feed: Kinds, notes: Ints, portraits: Singles
) -> None:  # fmt: skip
    """The position after g's candidate in g's world, as the seat knows it that moved."""
    t = bounded(t)
    b, w = bs[g], ws[g]
    world = g % worlds.shape[0]
    for i in range(t.row_words):
        w[i] = worlds[world, i]
    look(b, t, sights[g])
    seat = np.int64(b[SEAT])
    action = actions[g // worlds.shape[0]]
    known = known_after(b, t, action)
    play(b, w, t, action, feed, sights[g])
    portray(b, w, t, sights[g], values, seat, known, notes[g], portraits[g])


def foretell_game(
    g: Int, bs: Bytes, ws: Words, worlds: Words, t: GridTables, actions: Ints, sights: Bytes, values: Ints,
    feed: Kinds, turns: Int, pads: Ints, notes: Ints, portraits: Singles, mind: Mind, neurons: Singles,
    expected: Singles
) -> None:  # fmt: skip
    """g's candidate in g's world, so many turns more of the seat's own, and what is expected then."""
    t = bounded(t)
    b, w = bs[g], ws[g]
    spare = g + sights.shape[0] // 2
    world = g % worlds.shape[0]
    for i in range(t.row_words):
        w[i] = worlds[world, i]
    look(b, t, sights[g])
    seat = np.int64(b[SEAT])
    action = actions[g // worlds.shape[0]]
    known = np.int64(0)
    while turns >= 0 and b[ENDING] == 0:
        if action < 0:
            action = decide(
                b, w, t, sights[g], values, choice_word(w), feed,
                bs[spare], ws[spare], sights[spare], pads[g]
            )  # fmt: skip
        own = b[SEAT] == seat
        if own:
            known = known_after(b, t, action)
        play(b, w, t, action, feed, sights[g])
        action = np.int64(-1)
        if own and (t.seats == 1 or b[SEAT] != seat):
            turns -= 1
    if b[ENDING] > 0:
        settle(b, t, seat, expected[g])
    else:
        portray(b, w, t, sights[g], values, seat, known, notes[g], portraits[g])
        consider(mind, portraits[g], neurons[g], expected[g])


def settle(b: Bytes, t: GridTables, seat: Int, expected: Singles) -> None:
    """What came of a game that is over, in the words of a network."""
    firsts, others = 0, np.int64(0)
    for other in range(t.seats):
        if place_of(b, t, other) == 1:
            firsts += 1
        if other != seat:
            others = max(others, least(b, t, other))
    expected[0] = 1 / firsts if place_of(b, t, seat) == 1 else 0
    expected[1] = least(b, t, seat) / t.end
    expected[2] = others / t.end
