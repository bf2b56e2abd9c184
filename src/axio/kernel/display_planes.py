"""A display as planes: per corner one a colour and one for the empty corner; then the edge squares."""

from __future__ import annotations

import numpy as np

from .display import mark_at
from .row import EDGES, LEFT, TILES, Bytes, Int
from .tables import DisplayTables


def show_board(b: Bytes, t: DisplayTables, planes: Bytes) -> None:
    for i in range(np.int64(b[TILES])):
        tile = t.tiles + 4 * i
        at = (np.int64(b[tile]) - 1) * t.side + np.int64(b[tile + 1]) - 1
        for corner in range(4):
            plane = corner * (t.colours + 1) + mark_at(t, b[tile + 2], b[tile + 3], corner)
            planes[plane * t.plane + at] = 1
    for i in range(np.int64(b[EDGES])):
        column, row = np.int64(b[t.edges + 2 * i]) - 1, np.int64(b[t.edges + 2 * i + 1]) - 1
        if 0 <= column < t.side and 0 <= row < t.side:
            planes[4 * (t.colours + 1) * t.plane + column * t.side + row] = 1


def show_hidden(b: Bytes, t: DisplayTables, vector: Bytes, at: Int) -> None:
    """The tiles on stacks are among those nobody has seen."""
    for seat in range(t.seats):
        for i in range(t.stack - np.int64(b[LEFT + seat]), t.stack):
            vector[at + b[t.stacks + t.stack * seat + i]] += 1
