"""Where things lie in a picture. A layout knows cells and pixels; who lays what there is not its business."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence

from axio.rules.cells import Cell

from .shapes import Point, Polygon, bounds, inset, rounded, union


class Layout(ABC):
    """Cells on paper: y grows downwards, one cell is about `pitch` wide."""

    pitch = 64.0
    gap = 1.6  # between a tile and the edge of its cells
    seam = 0.12  # how dark the gap is
    radius = 9.0  # of a tile's corners
    symbol = 0.67  # of the pitch
    bounded = True  # a grid of cells, and not a bare table
    lying: tuple[Cell, ...] = (Cell(0, 0), Cell(1, 0))  # a tile on a rack

    def __init__(self, cells: Iterable[Cell], printed: Mapping[Cell, str]) -> None:
        self.cells = tuple(cells)
        self.printed = printed

    @abstractmethod
    def centre(self, cell: Cell) -> Point: ...

    @abstractmethod
    def corners(self, cell: Cell) -> Polygon:
        """The outline of one cell, clockwise from the top (left)."""

    @abstractmethod
    def frame(self, margin: float) -> Polygon:
        """The board's own outline, that far outside its cells."""

    @abstractmethod
    def labels(self) -> Sequence[tuple[str, Point]]:
        """Coordinates along the edges."""

    def zone(self, cell: Cell) -> int:
        """0 in the central area, 1 in the first ring that a bigger table adds, and so on."""
        return 0

    def marks(self, at: Sequence[Cell]) -> Sequence[Point]:
        """Where the symbols of a tile stand."""
        return [self.centre(cell) for cell in at]

    def outline(self, at: Iterable[Cell], depth: float, radius: float) -> str:
        """Cells as one rounded shape."""
        return rounded(inset(union(map(self.corners, at)), depth), radius)

    def extent(self, margin: float) -> tuple[float, float, float, float]:
        return bounds(self.frame(margin))
