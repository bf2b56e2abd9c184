"""What every free cell sees, kept up to date mark by mark: the points of each colour there.

A cell's MAP_STRIDE bytes: points of each colour; where pyramids are played, how many free cells lie at its
sides, and how many of those have it as their only free neighbour. The map is empty where nobody asks for it.
"""

from __future__ import annotations

from axio.kernel.device.shared.row import FREE, SMALL, Bytes, Int
from axio.kernel.device.shared.tables import GridTables

MAP_STRIDE = 8
OPEN_SIDES = 6
HOLES = 7


def fill_point_map(b: Bytes, t: GridTables, point_map: Bytes) -> None:
    """Work out everything anew."""
    for i in range(point_map.size):
        point_map[i] = 0
    for i in range(t.cells):
        cell = t.board[i]
        if b[t.marks + cell] == FREE:
            _fill_from(b, t, point_map, cell)
    if t.pyramids > 0:
        for i in range(t.cells):
            count_hole(b, t, point_map, t.board[i], 1)


def _fill_from(b: Bytes, t: GridTables, point_map: Bytes, cell: Int) -> None:
    for direction in range(t.steps.size):
        step = t.steps[direction]
        at = t.marks + cell + step
        mark = b[at]
        if mark == FREE:
            if t.pyramids > 0:
                point_map[MAP_STRIDE * cell + OPEN_SIDES] += 1
        elif mark <= t.colours:
            while b[at] == mark:
                point_map[MAP_STRIDE * cell + mark - 1] += 1
                at += step


def count_hole(b: Bytes, t: GridTables, point_map: Bytes, cell: Int, change: Int) -> None:
    """If a free cell has one free neighbour left, that neighbour's holes change."""
    if b[t.marks + cell] != FREE or point_map[MAP_STRIDE * cell + OPEN_SIDES] != 1:
        return
    for direction in range(t.steps.size):
        near = (cell + t.steps[direction]) & SMALL
        if b[t.marks + near] == FREE:
            point_map[MAP_STRIDE * near + HOLES] += change


def mark_cell(b: Bytes, t: GridTables, point_map: Bytes, cell: Int, colour: Int) -> None:
    """Put a mark on a free cell, and tell the cells that see it."""
    at = t.marks + cell
    if point_map.size == 0:
        b[at] = colour + 1
        return
    if t.pyramids > 0:
        count_hole(b, t, point_map, cell, -1)
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
            point_map[(MAP_STRIDE * (ahead - t.marks) + colour) & SMALL] += behind
        if t.pyramids > 0:
            close_side(b, t, point_map, (cell + step) & SMALL)


def close_side(b: Bytes, t: GridTables, point_map: Bytes, cell: Int) -> None:
    """A cell has one free neighbour less."""
    if b[t.marks + cell] == FREE:
        point_map[MAP_STRIDE * cell + OPEN_SIDES] -= 1
        count_hole(b, t, point_map, cell, 1)
