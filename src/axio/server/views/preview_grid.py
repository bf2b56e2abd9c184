"""Free spots on a board of dominoes. A spot's key is its number.

Both cells of a free spot are empty, so what an end sees is the same for every spot over its cell. It is
written once for a cell, and anew only where a cell in sight changes.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import msgspec

from axio.rules.board import DominoBoard
from axio.rules.grid import Grid, Ray
from axio.rules.prospects import PYRAMID, nearly_isolated, raises, run
from axio.rules.tiles import EMPTY
from axio.server.protocol import Rise

_encode = msgspec.json.Encoder().encode


def keys(board: DominoBoard, first: bool) -> Sequence[int]:
    return array("H", board.numbers(first))  # kept for every table: small


def looks(board: DominoBoard, old: DominoBoard | None, seen: Sequence[bytes]) -> Sequence[bytes]:
    """Per cell, the runs along its rays as they are sent; made from what was `seen` on the `old` board."""
    rays, names, marks = _rays(board.grid), _names(board.grid), board.marks
    found = [*seen]
    if old is None:
        found, fresh = [b""] * len(marks), {*range(len(marks))}
    else:
        differing, ends = _differing(board.grid, old.marks, marks)
        fresh = ends.union(differing)
    for number in fresh:
        if marks[number] == EMPTY:
            found[number] = same(_look(marks, rays[number], names))
    return found


def texts(board: DominoBoard, numbers: Sequence[int], seen: Sequence[bytes]) -> list[bytes]:
    """The spots as they are sent: their cells, what each end sees, and the pyramids a tile would raise."""
    heads, rises = _heads(board.grid), _rises(board, numbers) if board.stock else {}
    return [
        b"%b%b,%b],[false,false],%b]" % (head, seen[a], seen[b], rises.get(number, b"[]"))
        for number, (head, a, b) in zip(numbers, map(heads.__getitem__, numbers), strict=True)
    ]


def changed(old: DominoBoard, new: DominoBoard) -> set[int]:
    """The spots with an end that sees a cell with another mark, or with a pyramid to raise near one."""
    grid = new.grid
    over, near = _spots_over(grid), _spots_near(grid)
    differing, ends = _differing(grid, old.marks, new.marks)
    found = set[int]().union(*(over[end] for end in ends))
    return found.union(*(near[number] for number in differing)) if new.stock else found


@lru_cache(maxsize=1)  # asked for twice in a row
def _differing(grid: Grid, old: str, new: str) -> tuple[list[int], set[int]]:
    """The cells with another mark, and those that see one of them."""
    found, differing = [], int.from_bytes(old.encode()[::-1]) ^ int.from_bytes(new.encode()[::-1])
    while differing:  # a byte for each cell, the first one lowest
        number = ((differing & -differing).bit_length() - 1) // 8
        found.append(number)
        differing &= ~(0xFF << 8 * number)
    return found, {end for number in found for end in _ends_seeing(grid, number, new)}


def _ends_seeing(grid: Grid, number: int, marks: str) -> set[int]:
    """The cells from which the row that counts comes by this one: beside it, or behind one colour's row.

    On the board as it is now: a row that went on over another cell that changed is found from there.
    """
    found = set()
    for ray in _rays(grid)[number]:
        found.add(ray[min(run(marks, ray, marks[ray[0]]), len(ray) - 1) if marks[ray[0]] != EMPTY else 0])
    return found


def _look(marks: str, rays: Sequence[Ray], names: Sequence[str]) -> bytes:
    found = []
    for ray in rays:
        colour = marks[ray[0]]
        if colour != EMPTY and colour != PYRAMID:
            cells = '","'.join([names[number] for number in ray[: run(marks, ray, colour)]])
            found.append(f'["{colour}",["{cells}"]]')
    return f"[{','.join(found)}]".encode()


def _rises(board: DominoBoard, wanted: Sequence[int]) -> dict[int, bytes]:
    """The pyramids that a tile would raise, by spot: one that fills all that is empty around a space."""
    grid, marks, over = board.grid, board.marks, _spots_over(board.grid)
    holes = nearly_isolated(grid, marks)
    numbers = {
        number
        for hole, empty in holes.items()
        for number in frozenset.intersection(*(over[end] for end in empty)) - over[hole]
    }
    raised = {
        number: raises(grid, marks, grid.spots[number], holes) for number in numbers.intersection(wanted)
    }
    return {
        number: _encode([Rise(str(up.at), up.around, list(up.ends)) for up in ups])
        for number, ups in raised.items()
    }


@lru_cache(maxsize=1 << 16)
def same(text: bytes) -> bytes:
    """One object for equal texts: thousands of tables keep the same ones."""
    return text


# --- tables of a grid ---------------------------------------------------------------------------------------


class _Head(NamedTuple):
    """What a spot's text begins with, and the cells of its ends."""

    text: bytes
    a: int
    b: int


@cache
def _heads(grid: Grid) -> list[_Head]:
    names = _names(grid)
    return [
        _Head(f'[["{names[a]}","{names[b]}"],['.encode(), a, b) for a, b in (spot.ends for spot in grid.spots)
    ]


@cache
def _names(grid: Grid) -> list[str]:
    return [str(cell) for cell in grid.cells]


@cache
def _rays(grid: Grid) -> list[list[Ray]]:
    """Per cell, the rays that go anywhere."""
    return [[ray for ray in rays.values() if ray] for rays in grid.rays]


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
