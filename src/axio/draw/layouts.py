"""Which layout a board asks for. It is judged by what it is made of, not by which game is played on it."""

from __future__ import annotations

from axio.rules.grid import Grid
from axio.rules.laying import Board

from .layout import Layout
from .layout_display import DisplayLayout
from .layout_grid import HexLayout, SquareLayout


def layout_of(board: Board, *, room: float = 1) -> Layout:
    """The layout for what a board is made of: squares, hexagons, or no grid at all.

    `room` is how many tiles could be added around a display that has no edge of its own.
    """
    grid: Grid | None = getattr(board, "grid", None)
    if grid is None:
        return DisplayLayout((cell for place in board.tiles for cell in place.at), room)
    return SquareLayout(grid) if len(grid.directions) == 4 else HexLayout(grid)
