"""Cells and tiles by their names: `e4` and `Re4-Bf4` on a board, `2,-1` and `RG.P@2,-1` on a display."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from axio.rules import Cell, Game
from axio.rules.board import DominoBoard
from axio.rules.display import Display
from axio.rules.grid import Grid
from axio.rules.laying import Board
from axio.rules.masks import picked
from axio.rules.tiles import Marks

Namer: TypeAlias = Callable[[Cell], str]


def namer(game: Game) -> Namer:
    """How the cells of a game's board are called."""
    return _of_display if isinstance(game.board, Display) else _of_board


def laid_on(board: Board) -> list[tuple[str, Marks]]:
    """The tiles on a board in order, each as a placement in text, and its marks."""
    if isinstance(board, DominoBoard):
        marks = board.marks
        return [
            (f"{marks[a]}{at}-{marks[b]}{beside}", marks[a] + marks[b])
            for a, b, at, beside in picked(_spots(board.grid), board.laid)
        ]
    return [(str(place), place.marks) for place in board.tiles]


@cache
def _spots(grid: Grid) -> list[tuple[int, int, str, str]]:
    """Per spot the numbers of its cells, and their names."""
    return [(*spot.ends, str(spot.cells[0]), str(spot.cells[1])) for spot in grid.spots]


@cache
def _of_board(cell: Cell) -> str:
    return str(cell)


def _of_display(cell: Cell) -> str:
    return f"{cell.column},{cell.row}"
