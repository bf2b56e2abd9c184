"""Symmetries: a game turned, mirrored and recoloured is the same game. As index tables, one object each.

Boards of dominoes: every symmetry of the cells that keeps the printed spaces' places, with every permutation
of the colours; printed colours move along, as planes show them. Displays: turns and mirrors about the opening
square, with those recolourings that keep the set of tiles.

A table says where each thing goes: thing i becomes thing table[i].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import permutations, product
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from axio.rules import Cell, Game
from axio.rules.tiles import EMPTY, canonical

from .layout import GridLayout, Layout, WindowLayout, layout
from .planes import plane_names, vector_names

Table: TypeAlias = npt.NDArray[np.int64]
Matrix: TypeAlias = tuple[int, int, int, int]  # row-major, on twice the distance from the centre


@dataclass(frozen=True, eq=False)
class Symmetry:
    """One symmetry: a linear map of the board about its centre, and what each colour becomes."""

    plan: Layout
    matrix: Matrix
    colours: tuple[int, ...]

    def mark(self, mark: str) -> str:
        return (
            mark
            if mark == EMPTY
            else self.plan.game.colours[self.colours[self.plan.game.colours.index(mark)]]
        )

    def moved(self, cell: Cell) -> Cell:
        a, b, c, d = self.matrix
        (u, v), (x, y) = _centre(self.plan), cell
        x, y = 2 * x - u, 2 * y - v
        return Cell((a * x + b * y + u) // 2, (c * x + d * y + v) // 2)

    @cached_property
    def kinds(self) -> Table:
        """Where each tile kind goes. A mirror shows a display's tiles from the other side."""
        turned = ["".join(map(self.mark, self._seen(kind))) for kind in self.plan.kinds]
        return np.array([self.plan.number[canonical(marks)] for marks in turned], np.int64)

    @cached_property
    def cells(self) -> Table:
        """Where each place of a plane (column × rows + row) goes; places off the board stay."""
        columns, rows = self.plan.shape
        low = self.plan.low if isinstance(self.plan, WindowLayout) else 1
        table = np.arange(columns * rows)
        known = None if isinstance(self.plan, WindowLayout) else self.plan.grid.number
        for column, row in product(range(columns), range(rows)):
            cell = Cell(column + low, row + low)
            if known is None or cell in known:
                to = self.moved(cell)
                table[column * rows + row] = (to.column - low) * rows + to.row - low
        return table

    @cached_property
    def corners(self) -> tuple[int, ...]:
        """Where each corner of a display's tile goes, clockwise from the top left."""
        a, b, c, d = self.matrix
        at = ((-1, 1), (1, 1), (1, -1), (-1, -1))
        return tuple(at.index((a * x + b * y, c * x + d * y)) for x, y in at)

    @cached_property
    def planes(self) -> Table:
        """Where each plane goes."""
        names = plane_names(self.plan)
        return np.array([names.index(self._plane(name)) for name in names], np.int64)

    @cached_property
    def vector(self) -> Table:
        """Where each entry of the vector goes."""
        names = vector_names(self.plan)
        number = {name: index for index, name in enumerate(names)}
        return np.array([number[self._entry(name)] for name in names], np.int64)

    def apply(self, planes: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """Planes (the last three axes) as they look after it."""
        flat = planes.reshape(*planes.shape[:-2], -1)
        moved = np.empty_like(flat)
        moved[..., self.planes[:, None], self.cells[None, :]] = flat
        return moved.reshape(planes.shape)

    def _plane(self, name: str) -> str:
        if isinstance(self.plan, GridLayout):
            return self.mark(name) if len(name) == 1 else name
        return name if name == "edge" else f"{self.mark(name[0])}{self.corners[int(name[1])]}"

    def _entry(self, name: str) -> str:
        *words, last = name.split(" ")
        if words[:1] == ["track"]:
            return " ".join([*words, self.mark(last)])
        if words in (["rack"], ["unseen"]):
            return f"{words[0]} {self.plan.kinds[self.kinds[self.plan.number[last]]]}"
        return name

    def _seen(self, kind: str) -> str:
        """A tile's marks as they lie after the map."""
        if isinstance(self.plan, GridLayout):
            return kind
        shown = [""] * 4
        for corner, to in enumerate(self.corners):
            shown[to] = kind[corner]
        return "".join(shown)


def symmetries(game: Game) -> Sequence[Symmetry]:
    """The whole group of a game, the identity first."""
    return _group(layout(game))


@cache
def _group(plan: Layout) -> tuple[Symmetry, ...]:
    colours = permutations(range(len(plan.game.colours)))
    every = (Symmetry(plan, matrix, to) for to in colours for matrix in _matrices(plan))
    return tuple(each for each in every if _keeps_tiles(each))


def _matrices(plan: Layout) -> list[Matrix]:
    """The linear maps that keep neighbours neighbours, cells cells and printed spaces printed."""
    ways = plan.grid.directions if isinstance(plan, GridLayout) else ((1, 0), (0, 1), (-1, 0), (0, -1))
    found: list[Matrix] = []
    for (a, c), (b, d) in product(ways, repeat=2):
        images = {(a * x + b * y, c * x + d * y) for x, y in ways}
        if images == set(ways) and _keeps_cells(Symmetry(plan, (a, b, c, d), ())):
            found.append((a, b, c, d))
    return sorted(found, key=lambda matrix: matrix != (1, 0, 0, 1))


def _keeps_cells(each: Symmetry) -> bool:
    if not isinstance(each.plan, GridLayout):
        return True
    grid = each.plan.grid
    return all(each.moved(cell) in grid.number for cell in grid.cells) and all(
        each.moved(cell) in grid.printed for cell in grid.printed
    )


def _keeps_tiles(each: Symmetry) -> bool:
    tiles = {canonical("".join(map(each.mark, each._seen(kind)))) for kind in each.plan.kinds}
    return tiles == set(each.plan.kinds)


def _centre(plan: Layout) -> tuple[int, int]:
    """Twice the centre's column and row."""
    if isinstance(plan, WindowLayout):
        return 1, 1
    columns, rows = plan.shape
    return columns + 1, rows + 1
