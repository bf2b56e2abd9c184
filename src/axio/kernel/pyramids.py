"""Pyramids: raised on every space a tile isolates, the oldest moved when the box is empty."""

from __future__ import annotations

from .row import FREE, PYRAMID, RAISED, SMALL, Bytes, Int
from .tables import GridTables
from .tracks import score


def isolated(b: Bytes, t: GridTables, cell: Int) -> bool:
    """A free space with no free space at its sides."""
    at = t.marks + cell
    if b[at] != FREE:
        return False
    for direction in range(t.steps.size):  # noqa: SIM110  # generators do not compile
        if b[(at + t.steps[direction]) & SMALL] == FREE:
            return False
    return True


def raise_pyramids(b: Bytes, t: GridTables, spot: Int) -> Int:
    """Pyramids on what a tile on this spot isolated, in order of cells. How many tracks came to a stop."""
    reached = 0
    for i in range(6 * spot, 6 * spot + 6):
        cell = t.beside[i]
        if isolated(b, t, cell):
            set_pyramid(b, t, cell)
            reached += score_around(b, t, cell)
    return reached


def set_pyramid(b: Bytes, t: GridTables, cell: Int) -> None:
    count = b[RAISED]
    if count == t.pyramids:
        b[t.marks + b[t.raised]] = FREE
        for i in range(count - 1):
            b[t.raised + i] = b[t.raised + i + 1]
        count -= 1
    b[t.raised + count] = cell
    b[RAISED] = count + 1
    b[t.marks + cell] = PYRAMID


def score_around(b: Bytes, t: GridTables, cell: Int) -> Int:
    """One step for each colour at the pyramid's sides, as many points as symbols."""
    at = t.marks + cell
    reached = 0
    for colour in range(t.colours):
        points = 0
        for direction in range(t.steps.size):
            if b[(at + t.steps[direction]) & SMALL] == colour + 1:
                points += 1
        if points:
            reached += score(b, t, colour, points)
    return reached
