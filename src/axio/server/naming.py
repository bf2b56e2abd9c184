"""Cells as the notation names them: `e4` on a board, `2,-1` on a display."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from axio.rules import Cell, Game
from axio.rules.display import Display

Namer: TypeAlias = Callable[[Cell], str]


def namer(game: Game) -> Namer:
    """How the cells of a game's board are called."""
    return _of_display if isinstance(game.board, Display) else _of_board


@cache
def _of_board(cell: Cell) -> str:
    return str(cell)


def _of_display(cell: Cell) -> str:
    return f"{cell.column},{cell.row}"
