"""A board's geometry as tables: cells, neighbours, rays, and the spots where a domino can lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

from .cells import Cell
from .masks import mask_of
from .tiles import Colour

Direction: TypeAlias = tuple[int, int]
Ray: TypeAlias = tuple[int, ...]  # cell numbers, outward from a cell to the edge


class Spot(NamedTuple):
    """Two adjacent cells a domino can cover, the smaller first. Numbers index the grid's tables."""

    number: int
    cells: tuple[Cell, Cell]
    ends: tuple[int, int]
    rays: tuple[tuple[Ray, ...], tuple[Ray, ...]]  # per end, all but the ray across the other end
    beside: tuple[int, ...]  # cells next to either end, in order
    printed: tuple[int, ...]  # printed spaces among them


def grid(cells: Iterable[Cell], directions: tuple[Direction, ...], printed: Mapping[Cell, Colour]) -> Grid:
    """The grid of these cells. There is one object for each, so identity is equality."""
    return _grid(tuple(sorted(cells)), directions, tuple(printed.items()))


class Grid:
    """Cells joined along directions, some with a printed colour. Squares and hexagons are both this."""

    def __init__(
        self,
        cells: tuple[Cell, ...],
        directions: tuple[Direction, ...],
        printed: tuple[tuple[Cell, Colour], ...],
    ) -> None:
        self.cells = cells
        self.directions = directions
        self.printed = dict(printed)
        self.number = {cell: number for number, cell in enumerate(self.cells)}
        self.rays = tuple({step: self._ray(cell, step) for step in directions} for cell in self.cells)
        self.neighbours = tuple(tuple(ray[0] for ray in rays.values() if ray) for rays in self.rays)
        self.spots = tuple(self._spot(n, *pair) for n, pair in enumerate(self._pairs()))
        self.spot_at: dict[tuple[Cell, ...], Spot] = {spot.cells: spot for spot in self.spots}
        self.apart = self._apart()
        self.touching = {
            self.number[space]: mask_of(
                spot.number for spot in self.spots if self.number[space] in spot.printed
            )
            for space in self.printed
        }
        self.marks = "".join(self.printed.get(cell, ".") for cell in self.cells)

    def __reduce__(self) -> tuple[object, ...]:
        return _grid, (self.cells, self.directions, tuple(self.printed.items()))

    def _ray(self, cell: Cell, step: Direction) -> Ray:
        ray = []
        while (cell := cell + step) in self.number:
            ray.append(self.number[cell])
        return tuple(ray)

    def _pairs(self) -> list[tuple[Cell, Direction]]:
        """Every spot once: its smaller cell and the direction of the other."""
        free = [cell for cell in self.cells if cell not in self.printed]
        forward = sorted(step for step in self.directions if step > (0, 0))
        return [
            (cell, step)
            for cell in free
            for step in forward
            if (cell + step) in self.number and (cell + step) not in self.printed
        ]

    def _spot(self, number: int, cell: Cell, step: Direction) -> Spot:
        cells = (cell, cell + step)
        ends = (self.number[cell], self.number[cells[1]])
        across = (step, (-step[0], -step[1]))
        rays = tuple(
            tuple(ray for way, ray in self.rays[end].items() if way != back and ray)
            for end, back in zip(ends, across, strict=True)
        )
        beside = sorted({near for end in ends for near in self.neighbours[end]} - set(ends))
        printed = tuple(near for near in beside if self.cells[near] in self.printed)
        return Spot(number, cells, ends, (rays[0], rays[1]), tuple(beside), printed)

    def _apart(self) -> tuple[int, ...]:
        """Per spot, as a mask, the spots that stay open when a tile lies on it."""
        over: list[set[int]] = [set() for _ in self.cells]
        for spot in self.spots:
            for end in spot.ends:
                over[end].add(spot.number)
        return tuple(~mask_of(over[a] | over[b]) for a, b in (spot.ends for spot in self.spots))


@cache
def _grid(
    cells: tuple[Cell, ...], directions: tuple[Direction, ...], printed: tuple[tuple[Cell, Colour], ...]
) -> Grid:
    return Grid(cells, directions, printed)
