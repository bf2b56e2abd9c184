"""Boards with edges: squares, and hexagons in level rows."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence

from axio.rules.cells import Cell, column_name
from axio.rules.grid import Grid

from .layout import Layout
from .shapes import Point, Polygon, box, inset, regular, union


class GridLayout(Layout):
    """A board with edges. Zones are counted from the printed spaces, which never move when a board grows."""

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid.cells, grid.printed)
        across, along = zip(*self.cells, strict=True)
        self.middle = Cell((min(across) + max(across)) // 2, (min(along) + max(along)) // 2)
        self.core = max((self.steps(cell) for cell in self.printed), default=len(self.cells))

    @abstractmethod
    def steps(self, cell: Cell) -> int:
        """How many rings out from the middle."""

    def zone(self, cell: Cell) -> int:
        return max(0, self.steps(cell) - self.core)


class SquareLayout(GridLayout):
    def steps(self, cell: Cell) -> int:
        return max(abs(cell.column - self.middle.column), abs(cell.row - self.middle.row))

    def centre(self, cell: Cell) -> Point:
        return (cell.column - 0.5) * self.pitch, (self.middle.row * 2 - cell.row - 0.5) * self.pitch

    def corners(self, cell: Cell) -> Polygon:
        (x, y), half = self.centre(cell), self.pitch / 2
        return box(x - half, y - half, x + half, y + half)

    def frame(self, margin: float) -> Polygon:
        return inset(union(map(self.corners, self.cells)), -margin)

    def labels(self) -> Sequence[tuple[str, Point]]:
        left, _, _, bottom = self.extent(17)
        columns = {column: self.centre(Cell(column, 1))[0] for column, _ in self.cells}
        rows = {row: self.centre(Cell(1, row))[1] for _, row in self.cells}
        return [(column_name(column), (x, bottom)) for column, x in columns.items()] + [
            (str(row), (left, y)) for row, y in rows.items()
        ]


_AROUND = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


class HexLayout(GridLayout):
    """Hexagons that stand on a point, in level rows; a row further up begins half a cell to the left."""

    symbol = 0.6
    radius = 8.0
    side = Layout.pitch / math.sqrt(3)

    def steps(self, cell: Cell) -> int:
        across, along = cell.column - self.middle.column, cell.row - self.middle.row
        return max(abs(across), abs(along), abs(across + along))

    def centre(self, cell: Cell) -> Point:
        return self._point(*self._lattice(cell))

    def corners(self, cell: Cell) -> Polygon:
        x, y = self._lattice(cell)
        return [self._point(x + dx, y + dy) for dx, dy in _AROUND]

    def _lattice(self, cell: Cell) -> tuple[int, int]:
        """Whole numbers, in which neighbours agree exactly on the corners they share."""
        across, along = cell.column - self.middle.column, cell.row - self.middle.row
        return 2 * across + along, -3 * along

    def _point(self, x: int, y: int) -> Point:
        return x * self.pitch / 2, y * self.side / 2

    def frame(self, margin: float) -> Polygon:
        rings = max(map(self.steps, self.cells))
        reach = (rings * 1.5 + 1) * self.side + margin
        return regular(6, reach / math.cos(math.pi / 6), -120)

    def labels(self) -> Sequence[tuple[str, Point]]:
        """Letters at the lower ends of their lines, numbers at the right ends of their rows."""
        lowest = {cell.column: cell for cell in sorted(self.cells, reverse=True)}
        last = {cell.row: cell for cell in sorted(self.cells)}
        reach = 0.5 * self.pitch + 15
        return [
            (column_name(column), _beside(self.centre(cell), 120, reach)) for column, cell in lowest.items()
        ] + [(str(row), _beside(self.centre(cell), 0, reach)) for row, cell in last.items()]


def _beside(point: Point, degrees: float, distance: float) -> Point:
    angle = math.radians(degrees)
    return point[0] + math.cos(angle) * distance, point[1] + math.sin(angle) * distance
