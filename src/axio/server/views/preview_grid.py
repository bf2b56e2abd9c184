"""Free spots on a board of dominoes. A spot's key is its number."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cache

from axio.rules.board import DominoBoard
from axio.rules.grid import Grid, Ray
from axio.rules.prospects import PYRAMID, nearly_isolated, raises, run
from axio.rules.tiles import EMPTY
from axio.server.protocol import Look, Rise, Spot


def keys(board: DominoBoard, first: bool) -> Sequence[int]:
    return array("H", [spot.number for spot in board.spots(first)])  # kept for every table: small


def spots(board: DominoBoard, numbers: Iterable[int]) -> list[Spot]:
    """Per spot and end, the runs along its rays. A ray serves every spot that has an end at its start."""
    grid, marks, names = board.grid, board.marks, _names(board.grid)
    holes = nearly_isolated(grid, marks) if board.stock else {}
    known: dict[int, Look | None] = {}

    def look(ray: Ray) -> Look | None:
        if id(ray) not in known:
            colour = marks[ray[0]]
            free = colour in (EMPTY, PYRAMID)
            known[id(ray)] = (
                None if free else Look(colour, [names[number] for number in ray[: run(marks, ray, colour)]])
            )
        return known[id(ray)]

    return [
        Spot(
            [names[end] for end in spot.ends],
            [[seen for ray in rays if (seen := look(ray)) is not None] for rays in spot.rays],
            [False, False],
            [Rise(str(up.at), up.around, list(up.ends)) for up in raises(grid, marks, spot, holes)]
            if holes
            else [],
        )
        for spot in map(grid.spots.__getitem__, numbers)
    ]


def changed(old: DominoBoard, new: DominoBoard) -> set[int]:
    """The spots with an end that sees a cell with another mark, or with a pyramid to raise near one."""
    grid, found = new.grid, set[int]()
    over, near = _spots_over(grid), _spots_near(grid)
    for number, (before, after) in enumerate(zip(old.marks, new.marks, strict=True)):
        if before != after:
            for end in _ends_seeing(grid, number, new.marks):
                found |= over[end]
            if new.stock:
                found |= near[number]
    return found


def _ends_seeing(grid: Grid, number: int, marks: str) -> set[int]:
    """The cells from which the row that counts comes by this one: beside it, or behind one colour's row.

    On the board as it is now: a row that went on over another cell that changed is found from there.
    """
    found = set()
    for ray in grid.rays[number].values():
        if ray:
            found.add(ray[min(run(marks, ray, marks[ray[0]]), len(ray) - 1) if marks[ray[0]] != EMPTY else 0])
    return found


@cache
def _names(grid: Grid) -> list[str]:
    return [str(cell) for cell in grid.cells]


@cache
def _spots_over(grid: Grid) -> list[frozenset[int]]:
    """Per cell, the spots that cover it."""
    return [
        frozenset(spot.number for spot in grid.spots if number in spot.ends)
        for number in range(len(grid.cells))
    ]


@cache
def _spots_near(grid: Grid) -> list[frozenset[int]]:
    """Per cell, the spots a tile on which may isolate it or a neighbour of it."""
    beside: list[set[int]] = [set() for _ in grid.cells]
    for spot in grid.spots:
        for number in spot.beside:
            beside[number].add(spot.number)
    return [
        frozenset(beside[number].union(*(beside[near] for near in grid.neighbours[number])))
        for number in range(len(grid.cells))
    ]
