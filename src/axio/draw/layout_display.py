"""A bare table on which square tiles lie edge to edge."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from axio.rules.cells import Cell

from .layout import Layout
from .shapes import Point, Polygon, bounds, box, inset


class DisplayLayout(Layout):
    """Square tiles on a bare table: a window around what lies there, never smaller than a few tiles."""

    pitch = 104.0
    gap = 0.9
    seam = 0.6
    bounded = False
    radius = 5.0
    symbol = 0.35
    least = 5.5
    lying = (Cell(0, 0),)

    def __init__(self, laid: Iterable[Cell], room: float) -> None:
        left, low, right, high = bounds(laid) if (laid := tuple(laid)) else (0, 0, 0, 0)
        width, height = right - left + 1 + 2 * room, high - low + 1 + 2 * room
        width, height = max(width, self.least, height * 0.8), max(height, self.least, width * 0.8)
        across, up = (left + right) / 2, (low + high) / 2
        self.window = (across - width / 2, up - height / 2, across + width / 2, up + height / 2)
        super().__init__(self._inside(), {})

    def _inside(self) -> Iterable[Cell]:
        left, low, right, high = self.window
        for column in range(math.ceil(left + 0.5), math.floor(right + 0.5)):
            for row in range(math.ceil(low + 0.5), math.floor(high + 0.5)):
                yield Cell(column, row)

    def centre(self, cell: Cell) -> Point:
        return cell.column * self.pitch, -cell.row * self.pitch

    def corners(self, cell: Cell) -> Polygon:
        (x, y), half = self.centre(cell), self.pitch / 2
        return box(x - half, y - half, x + half, y + half)

    def frame(self, margin: float) -> Polygon:
        left, low, right, high = (edge * self.pitch for edge in self.window)
        return inset(box(left, -high, right, -low), -margin)

    def labels(self) -> Sequence[tuple[str, Point]]:
        left, _, _, bottom = self.extent(17)
        columns = dict.fromkeys(cell.column for cell in self.cells)
        rows = dict.fromkeys(cell.row for cell in self.cells)
        return [(str(column), (column * self.pitch, bottom)) for column in columns] + [
            (str(row), (left, -row * self.pitch)) for row in rows
        ]

    def marks(self, at: Sequence[Cell]) -> Sequence[Point]:
        (x, y), out = self.centre(at[0]), self.pitch * 0.296
        return [(x - out, y - out), (x + out, y - out), (x + out, y + out), (x - out, y + out)]
