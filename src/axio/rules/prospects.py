"""What a domino of any colours would score on every free spot: one pass over the board for all tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import itemgetter

from .grid import Grid, Ray, Spot
from .laying import Prospect, Raise
from .tiles import EMPTY, Colour

PYRAMID = "^"


def run(marks: str, ray: Ray, colour: Colour) -> int:
    """How many cells in an unbroken row along a ray show the colour."""
    length = 0
    for number in ray:
        if marks[number] != colour:
            break
        length += 1
    return length


def domino_prospects(
    grid: Grid, marks: str, spots: Iterable[Spot], *, pyramids: bool
) -> tuple[Prospect, ...]:
    """The prospects of these spots on a board with these marks."""
    holes = nearly_isolated(grid, marks) if pyramids else {}
    return tuple(
        Prospect(
            spot.cells,
            (_points(marks, spot.rays[0]), _points(marks, spot.rays[1])),
            (False, False),
            raises(grid, marks, spot, holes) if holes else (),
        )
        for spot in spots
    )


def _points(marks: str, rays: tuple[Ray, ...]) -> dict[Colour, int]:
    """What each colour would score at a cell. Along a ray only the colour that comes first can count."""
    points: dict[Colour, int] = {}
    for ray in rays:
        colour = marks[ray[0]]
        if colour != EMPTY and colour != PYRAMID:
            points[colour] = points.get(colour, 0) + run(marks, ray, colour)
    return points


def nearly_isolated(grid: Grid, marks: str) -> dict[int, set[int]]:
    """Empty spaces with one or two empty neighbours, which a tile may isolate, and those neighbours."""
    return {
        number: {each for each in grid.neighbours[number] if marks[each] == EMPTY}
        for number, around in enumerate(_around(grid))
        if marks[number] == EMPTY and 1 <= around(marks).count(EMPTY) <= 2
    }


@cache
def _around(grid: Grid) -> list[Callable[[str], Sequence[Colour]]]:
    """Per cell, what picks the marks of its neighbours."""
    return [itemgetter(*near) if near else lambda _: "" for near in grid.neighbours]


def raises(grid: Grid, marks: str, spot: Spot, holes: dict[int, set[int]]) -> tuple[Raise, ...]:
    """The pyramids a tile on a spot would raise, given the spaces it may isolate."""
    found = []
    for number in spot.beside:
        if number in holes and holes[number].issubset(spot.ends):
            near = grid.neighbours[number]
            around = "".join(marks[each] for each in near if marks[each] != EMPTY)
            ends = tuple(end for end, each in enumerate(spot.ends) if each in near)
            found.append(Raise(grid.cells[number], around, ends))
    return tuple(found)
