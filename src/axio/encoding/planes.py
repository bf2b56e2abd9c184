"""An observation as arrays: planes for what lies on the board, a vector for everything else.

Planes are uint8 of shape (planes, columns, rows), cell (0, 0) at the bottom left of board or window.
The vector is uint8. Seats come in playing order from the viewer; a spectator looks from seat 0 with no rack.
A display, whose planes are mostly empty, is also two lists: its tiles in the order they were laid, and its
free spots by column and row. `plane_names`, `vector_names`, `tile_names` and `spot_names` name every entry.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, singledispatch

import numpy as np
import numpy.typing as npt

from axio.rules import Cell, Malformed, Observation
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


def tile_names(plan: WindowLayout) -> tuple[str, ...]:
    """The entries of a laid tile: its place from 1 at the window's bottom left, and its corners' marks.

    A mark is 1 + the colour, or 1 + the number of colours for an empty corner. An unused tile is all 0.
    """
    return ("column", "row", *(f"corner {corner}" for corner in range(4)))


def spot_names(plan: WindowLayout) -> tuple[str, ...]:
    """The entries of a free spot: its place, the points of each colour at each corner, and which corners meet
    others. An unused spot is all 0."""
    points = (f"{colour}{corner}" for corner in range(4) for colour in plan.game.colours)
    return ("column", "row", *points, *(f"meets {corner}" for corner in range(4)))


def lists(view: Observation) -> tuple[Bytes, Bytes]:
    """The tiles and the free spots of a display."""
    plan, board = layout(view.game), view.board
    if not isinstance(plan, WindowLayout) or not isinstance(board, Display):
        raise Malformed(f"{view.game.name} has no display: expected a game with one; its board is in planes")
    tiles = np.zeros((plan.most_tiles, len(tile_names(plan))), np.uint8)
    spots = np.zeros((plan.edge, len(spot_names(plan))), np.uint8)
    marks = view.game.colours + EMPTY
    for at, (cell, corners) in enumerate(board.laid.items()):
        tiles[at] = *(1 + each - plan.low for each in cell), *(1 + marks.index(mark) for mark in corners)
    found = [each for each in board.prospects(first=False) if inside(plan, each.cells[0])]
    for at, prospect in enumerate(found):
        points = [seen.get(colour, 0) for seen in prospect.points for colour in view.game.colours]
        spots[at] = *(1 + each - plan.low for each in prospect.cells[0]), *points, *prospect.names
    return tiles, spots


def inside(plan: WindowLayout, cell: Cell) -> bool:
    """Whether a cell lies in the window."""
    return all(0 <= each - plan.low < plan.side for each in cell)


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
        if inside(plan, cell):
            found[-1, cell.column - plan.low, cell.row - plan.low] = 1
