"""An observation as arrays: planes for what lies on the board, a vector for everything else.

Planes are uint8 of shape (planes, columns, rows), cell (0, 0) at the bottom left of board or window.
The vector is uint8. Seats come in playing order from the viewer; a spectator looks from seat 0 with no rack.
`plane_names` and `vector_names` name every entry.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, singledispatch

import numpy as np
import numpy.typing as npt

from axio.rules import Observation
from axio.rules.board import DominoBoard
from axio.rules.display import Display
from axio.rules.prospects import PYRAMID
from axio.rules.tiles import EMPTY

from .layout import GridLayout, Layout, WindowLayout, layout

Bytes = npt.NDArray[np.uint8]
Indices = npt.NDArray[np.int64]


def plane_names(plan: Layout) -> tuple[str, ...]:
    """What each plane marks."""
    colours = tuple(plan.game.colours)
    if isinstance(plan, GridLayout):
        return (*colours, "empty", "pyramid", "printed")
    corners = tuple(f"{mark}{corner}" for corner in range(4) for mark in (*colours, EMPTY))
    return (*corners, "edge")


def vector_names(plan: Layout) -> tuple[str, ...]:
    """What each entry of the vector counts; seat 0 is the viewer."""
    seats = range(plan.game.seats)
    tracks = [f"track {seat} {colour}" for seat in seats for colour in plan.game.colours]
    counts = [f"{what} {seat}" for what in ("placed", "rack size", "stack size") for seat in seats]
    turn = [f"to move {seat}" for seat in seats]
    tiles = [f"{where} {kind}" for where in ("rack", "unseen") for kind in plan.kinds]
    return (*tracks, *counts, *turn, "bag size", "owed", "asked", "over", *tiles)


def planes(view: Observation) -> Bytes:
    """The board as a viewer sees it."""
    plan = layout(view.game)
    found = np.zeros((len(plane_names(plan)), *plan.shape), np.uint8)
    _fill(plan, view, found)
    return found


def vector(view: Observation) -> Bytes:
    """Everything else the viewer may know, as small numbers."""
    plan, seats = layout(view.game), view.game.seats
    start = view.viewer or 0
    order = [(start + turn) % seats for turn in range(seats)]
    rack, unseen = Counter(view.rack), Counter(view.unseen)
    return np.array(
        [
            *(score for seat in order for score in view.tracks[seat]),
            *(view.placed[seat] for seat in order),
            *(view.rack_sizes[seat] for seat in order),
            *(view.stack_sizes[seat] for seat in order),
            *(seat == view.to_move for seat in order),
            view.bag_size,
            view.owed,
            view.asked,
            view.over,
            *(rack[kind] for kind in plan.kinds),
            *(unseen[kind] for kind in plan.kinds),
        ],
        np.uint8,
    )


@singledispatch
def _fill(plan: Layout, view: Observation, found: Bytes) -> None:
    raise TypeError(f"{type(plan).__name__} is not a known layout")


@_fill.register
def _(plan: GridLayout, view: Observation, found: Bytes) -> None:
    assert isinstance(view.board, DominoBoard)
    columns, rows, printed = _places(plan)
    shown = np.array([*map((view.game.colours + EMPTY + PYRAMID).index, view.board.marks)])
    found[shown, columns, rows] = 1
    found[-1, columns, rows] = printed


@cache
def _places(plan: GridLayout) -> tuple[Indices, Indices, Bytes]:
    """The column and row of every cell in a plane, and whether it is printed."""
    cells = np.array(plan.grid.cells) - 1
    return (
        cells[:, 0],
        cells[:, 1],
        np.array([cell in plan.grid.printed for cell in plan.grid.cells], np.uint8),
    )


@_fill.register
def _(plan: WindowLayout, view: Observation, found: Bytes) -> None:
    assert isinstance(view.board, Display)
    marks = view.game.colours + EMPTY
    for cell, corners in view.board.laid.items():
        for corner, mark in enumerate(corners):
            column, row = cell.column - plan.low, cell.row - plan.low
            found[corner * len(marks) + marks.index(mark), column, row] = 1
    for cell in view.board.edge:
        if 0 <= cell.column - plan.low < plan.side and 0 <= cell.row - plan.low < plan.side:
            found[-1, cell.column - plan.low, cell.row - plan.low] = 1
