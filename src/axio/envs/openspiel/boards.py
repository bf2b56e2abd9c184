"""A board as OpenSpiel's tensors hold it: a grid as planes, a display as the list of its tiles.

A display's planes would be a window of tens of thousands of cells, nearly all of them empty. Its list has one
row a tile, by cell: column, row, then for each corner one entry a colour and one for an empty corner.
"""

from __future__ import annotations

from functools import singledispatch
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from axio.encoding import GridLayout, Layout, WindowLayout, plane_names, planes
from axio.rules import Observation
from axio.rules.tiles import EMPTY

Floats: TypeAlias = npt.NDArray[np.float32]
Shape: TypeAlias = tuple[int, ...]
CORNERS = 4


@singledispatch
def board_piece(layout: Layout) -> tuple[str, Shape]:
    """The name and shape of the board in a tensor."""
    raise TypeError(f"no such layout of a board: {type(layout).__name__}")


@singledispatch
def fill_board(layout: Layout, view: Observation, piece: Floats) -> None:
    """Write a board into its place in a tensor, zeros so far."""
    raise TypeError(f"no such layout of a board: {type(layout).__name__}")


@board_piece.register
def _(layout: GridLayout) -> tuple[str, Shape]:
    return "planes", (len(plane_names(layout)), *layout.shape)


@board_piece.register
def _(layout: WindowLayout) -> tuple[str, Shape]:
    most = layout.edge // 2 - 1  # the edge of so many tiles is the longest there is
    return "tiles", (most, 2 + CORNERS * (len(layout.game.colours) + 1))


@fill_board.register
def _(layout: GridLayout, view: Observation, piece: Floats) -> None:
    piece[:] = planes(view)


@fill_board.register
def _(layout: WindowLayout, view: Observation, piece: Floats) -> None:
    marks = layout.game.colours + EMPTY
    for row, place in zip(piece, view.board.tiles, strict=False):
        row[:2] = place.at[0]
        for corner, mark in enumerate(place.marks):
            row[2 + corner * len(marks) + marks.index(mark)] = 1
