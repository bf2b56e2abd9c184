"""Scratch memory of one game, as 64-bit numbers: what lies where.

A policy's holds a short list of actions, a hint and a number a cell. The one for features holds what every
kind of tile gains, with which points, how many of it are unseen, what the board offers a colour, and a number
a cell and colour.
"""

from __future__ import annotations

import numpy as np

from .row import Int, Ints

# a policy's
MOST_WIDTH = 32
FOUND = 0  # actions, the best first
WORTH = MOST_WIDTH  # what they gain
HINT = 2 * MOST_WIDTH  # where the best reply was found last; -1 if nowhere yet
CELLS = HINT + 1
NO_LIMIT = np.int64(2**60)

# the features'
MOST_KINDS = 64
OFFERS = 8  # numbers a colour: the three best places, and how many offer so much
IN_RACK = OFFERS  # tiles that show it
IN_BAG = IN_RACK + 1  # unseen ones that do
COMING = IN_BAG + 1  # points expected of the seat's next placement, and of its rival's, in parts of WHOLE
RANK = COMING + 2  # where it comes among the colours
BLOCK = 16  # room for these
STRIDE = 8  # numbers a cell
WHOLE = 65536

GAINS = 0
UNSEEN = MOST_KINDS
POINTS = 2 * MOST_KINDS  # of the best placement of a kind, a byte a colour
OFFERED = 3 * MOST_KINDS
RISES = OFFERED + 8 * BLOCK


def enter(scratch: Ints, count: Int, most: Int, action: Int, value: Int) -> Int:
    """Put an action on the list where it belongs; where it is full the last drops out. Returns the count."""
    at = count if count < most else count - 1
    while at > 0 and scratch[WORTH + at - 1] < value:
        scratch[FOUND + at], scratch[WORTH + at] = scratch[FOUND + at - 1], scratch[WORTH + at - 1]
        at -= 1
    scratch[FOUND + at], scratch[WORTH + at] = action, value
    return min(count + 1, most)


def clear_offers(scratch: Ints) -> None:
    for i in range(OFFERED, RISES):
        scratch[i] = 0


def add_offer(scratch: Ints, colour: Int, points: Int) -> None:
    """Count one more place where a colour scores so much."""
    at = OFFERED + BLOCK * colour
    if points == 0:
        return
    if points > scratch[at]:
        scratch[at], scratch[at + 1], scratch[at + 2] = points, scratch[at], scratch[at + 1]
    elif points > scratch[at + 1]:
        scratch[at + 1], scratch[at + 2] = points, scratch[at + 1]
    elif points > scratch[at + 2]:
        scratch[at + 2] = points
    for i in range(4):
        if points > i:
            scratch[at + 3 + i] += 1
    if points > 5:
        scratch[at + 7] += 1
