"""A grid as planes: one a colour, free cells, pyramids, printed spaces."""

from __future__ import annotations

import numpy as np

from .row import FREE, Bytes, Int
from .tables import GridTables


def show_board(b: Bytes, t: GridTables, planes: Bytes) -> None:
    for i in range(t.cells):
        mark = np.int64(b[t.marks + t.board[i]])
        plane: Int = t.colours + 1
        if mark == FREE:
            plane = t.colours
        elif mark <= t.colours:
            plane = mark - 1
        planes[plane * t.plane + t.plane_at[i]] = 1
        planes[(t.colours + 2) * t.plane + t.plane_at[i]] = t.printed[i]


def show_hidden(b: Bytes, t: GridTables, vector: Bytes, at: Int) -> None:
    """No tile is hidden but in bag and racks."""
