"""What every free cell sees, kept up to date mark by mark: the points of each colour there.

A cell's SIGHT bytes: points of each colour; where pyramids are played, how many free cells lie at its sides,
and how many of those have it as their only free neighbour. Empty while nobody asks for it.
"""

from __future__ import annotations

from .row import FREE, SMALL, Bytes, Int
from .tables import GridTables

SIGHT = 8
OPEN_SIDES = 6
HOLES = 7


def look(b: Bytes, t: GridTables, sight: Bytes) -> None:
    """Work out everything anew."""
    for i in range(sight.size):
        sight[i] = 0
    for i in range(t.cells):
        cell = t.board[i]
        if b[t.marks + cell] == FREE:
            _look_from(b, t, sight, cell)
    if t.pyramids > 0:
        for i in range(t.cells):
            count_hole(b, t, sight, t.board[i], 1)


def _look_from(b: Bytes, t: GridTables, sight: Bytes, cell: Int) -> None:
    for direction in range(t.steps.size):
        step = t.steps[direction]
        at = t.marks + cell + step
        mark = b[at]
        if mark == FREE:
            if t.pyramids > 0:
                sight[SIGHT * cell + OPEN_SIDES] += 1
        elif mark <= t.colours:
            while b[at] == mark:
                sight[SIGHT * cell + mark - 1] += 1
                at += step


def count_hole(b: Bytes, t: GridTables, sight: Bytes, cell: Int, change: Int) -> None:
    """If a free cell has one free neighbour left, that neighbour's holes change."""
    if b[t.marks + cell] != FREE or sight[SIGHT * cell + OPEN_SIDES] != 1:
        return
    for direction in range(t.steps.size):
        near = (cell + t.steps[direction]) & SMALL
        if b[t.marks + near] == FREE:
            sight[SIGHT * near + HOLES] += change


def show(b: Bytes, t: GridTables, sight: Bytes, cell: Int, colour: Int) -> None:
    """Put a mark on a free cell, and tell the cells that see it."""
    at = t.marks + cell
    if sight.size == 0:
        b[at] = colour + 1
        return
    if t.pyramids > 0:
        count_hole(b, t, sight, cell, -1)
    b[at] = colour + 1
    for direction in range(t.steps.size):
        step = t.steps[direction]
        behind = 1
        back = (at - step) & SMALL
        while b[back] == colour + 1:
            behind += 1
            back = (back - step) & SMALL
        ahead = (at + step) & SMALL
        while b[ahead] == colour + 1:
            ahead = (ahead + step) & SMALL
        if b[ahead] == FREE:
            sight[(SIGHT * (ahead - t.marks) + colour) & SMALL] += behind
        if t.pyramids > 0:
            close_side(b, t, sight, (cell + step) & SMALL)


def close_side(b: Bytes, t: GridTables, sight: Bytes, cell: Int) -> None:
    """A cell has one free neighbour less."""
    if b[t.marks + cell] == FREE:
        sight[SIGHT * cell + OPEN_SIDES] -= 1
        count_hole(b, t, sight, cell, 1)
