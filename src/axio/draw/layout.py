"""Where things lie in a picture: cells as points and outlines. Each kind of board has its layout."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence

from axio.rules.cells import Cell, column_name
from axio.rules.grid import Grid
from axio.rules.laying import Board

from .shapes import Point, Polygon, bounds, box, inset, regular, rounded, union

_AROUND = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


class BoardLayout(ABC):
    """A mapping from cells to pixels: y grows downwards, and a cell is about `pitch` wide."""

    pitch = 64.0
    gap = 1.6  # between a tile and the edge of its cells
    seam = 0.12  # how dark the gap is
    radius = 9.0  # of a tile's corners
    symbol = 0.67  # of the pitch
    bounded = True  # a grid of cells, not a bare table
    lying: tuple[Cell, ...] = (Cell(0, 0), Cell(1, 0))  # a tile on a rack

    def __init__(self, cells: Iterable[Cell], printed: Mapping[Cell, str]) -> None:
        self.cells = tuple(cells)
        self.printed = printed

    @abstractmethod
    def centre(self, cell: Cell) -> Point:
        """The middle of a cell."""

    @abstractmethod
    def corners(self, cell: Cell) -> Polygon:
        """The outline of one cell, clockwise from the top (left)."""

    @abstractmethod
    def frame(self, margin: float) -> Polygon:
        """The outline of the board, `margin` outside its cells."""

    @abstractmethod
    def labels(self) -> Sequence[tuple[str, Point]]:
        """The coordinates along the edges, with their places."""

    def zone(self, cell: Cell) -> int:
        """0 in the central area, 1 in the first ring that a board for more seats adds, and so on."""
        return 0

    def marks(self, at: Sequence[Cell]) -> Sequence[Point]:
        """Where the symbols of a tile stand."""
        return [self.centre(cell) for cell in at]

    def outline(self, at: Iterable[Cell], depth: float, radius: float) -> str:
        """Cells as one rounded shape."""
        return rounded(inset(union(map(self.corners, at)), depth), radius)

    def extent(self, margin: float) -> tuple[float, float, float, float]:
        """The left, top, right and bottom of the frame."""
        return bounds(self.frame(margin))


class BorderedLayout(BoardLayout):
    """A board with edges.

    Zones are counted from the printed spaces, which stay where they are on larger boards.
    """

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid.cells, grid.printed)
        across, along = zip(*self.cells, strict=True)
        self.middle = Cell((min(across) + max(across)) // 2, (min(along) + max(along)) // 2)
        self.core = max((self.steps(cell) for cell in self.printed), default=len(self.cells))

    @abstractmethod
    def steps(self, cell: Cell) -> int:
        """How many rings a cell lies outside the middle."""

    def zone(self, cell: Cell) -> int:
        return max(0, self.steps(cell) - self.core)


class SquareLayout(BorderedLayout):
    """Squares in columns and rows."""

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


class HexLayout(BorderedLayout):
    """Hexagons that stand on a point, in level rows; a row further up begins half a cell to the left."""

    symbol = 0.6
    radius = 8.0
    side = BoardLayout.pitch / math.sqrt(3)

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


class DisplayLayout(BoardLayout):
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


def layout_of(board: Board, *, room: float = 1) -> BoardLayout:
    """The layout for what a board is made of: squares, hexagons, or no grid at all.

    `room` is how many tiles could be added around a display that has no edge of its own.
    """
    grid: Grid | None = getattr(board, "grid", None)
    if grid is None:
        return DisplayLayout((cell for place in board.tiles for cell in place.at), room)
    return SquareLayout(grid) if len(grid.directions) == 4 else HexLayout(grid)
