"""Room for notes while a position is put into numbers: what every kind of tile gains, with which points, how
many of it are unseen, what the board offers a colour, and a number a cell and colour."""

from __future__ import annotations

from .row import Int, Ints

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


def clear_offers(notes: Ints) -> None:
    for i in range(OFFERED, RISES):
        notes[i] = 0


def offer(notes: Ints, colour: Int, points: Int) -> None:
    """One more place where a colour scores so much."""
    at = OFFERED + BLOCK * colour
    if points == 0:
        return
    if points > notes[at]:
        notes[at], notes[at + 1], notes[at + 2] = points, notes[at], notes[at + 1]
    elif points > notes[at + 1]:
        notes[at + 1], notes[at + 2] = points, notes[at + 1]
    elif points > notes[at + 2]:
        notes[at + 2] = points
    for i in range(4):
        if points > i:
            notes[at + 3 + i] += 1
    if points > 5:
        notes[at + 7] += 1
