"""What an OpenSpiel player sees: strings for every kind of observation, tensors for the present.

A grid becomes planes. A display becomes the list of its tiles, because its planes would be a window of tens
of thousands of cells, nearly all empty. The list has one row for each tile, ordered by cell: column, row,
then for each corner one entry for each colour and one for an empty corner.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from functools import singledispatch
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt
import pyspiel

from axio.encoding import GridLayout, Layout, WindowLayout, plane_names, planes, vector, vector_names
from axio.rules import Observation
from axio.rules.data import observation_data
from axio.rules.events import Event, ExchangeOffered, RackExchanged, TilePlaced, TilesDrawn
from axio.rules.tiles import EMPTY

from .game_tree import TreeNode

Floats: TypeAlias = npt.NDArray[np.float32]
Shape: TypeAlias = tuple[int, ...]
CORNERS = 4


class HasNode(Protocol):
    """A state of OpenSpiel, as far as an observer looks at it."""

    node: TreeNode


class Observer:
    """What one player sees. With perfect recall there is only a string, which grows with the game."""

    def __init__(self, layout: Layout, kind: Any, params: Any = None) -> None:
        if params:
            raise ValueError(f"an observation takes no parameters: {params} were given")
        self._layout = layout
        self._public = bool(kind.public_info)
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall = bool(kind.perfect_recall)
        self.dict: dict[str, Floats] = {}
        self.tensor: Floats | None = None
        if not self._recall:
            self._make_tensor()

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        layout = self._layout
        if self._public:
            name, shape = board_shape(layout)
            return {name: shape, "vector": (len(vector_names(layout)),)}
        return {"rack": (len(layout.kinds),)} if self._private else {}

    def _make_tensor(self) -> None:
        shapes = self._shapes()
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        start = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[start : start + size].reshape(shape)
            start += size

    def set_from(self, state: HasNode, player: int) -> None:
        if self.tensor is None:
            return
        self.tensor.fill(0)
        view = state.node.state.observe(player if self._private else None)
        if self._public:
            fill_board(self._layout, view, self.dict[board_shape(self._layout)[0]])
            self.dict["vector"][:] = vector(view)
        elif self._private:
            rack = Counter(view.rack)
            self.dict["rack"][:] = [rack[kind] for kind in self._layout.kinds]

    def string_from(self, state: HasNode, player: int) -> str:
        node, viewer = state.node, player if self._private else None
        if not self._public:
            return " ".join(node.state.racks[player]) if self._private else ""
        if self._recall:
            return f"{'' if viewer is None else viewer}| {recalled(node, viewer)}"
        return seen(node.state.observe(viewer))


@singledispatch
def board_shape(layout: Layout) -> tuple[str, Shape]:
    """The name and shape of the board in a tensor."""
    raise TypeError(f"no such layout of a board: {type(layout).__name__}")


@singledispatch
def fill_board(layout: Layout, view: Observation, target: Floats) -> None:
    """Write a board into its part of a tensor that holds zeros."""
    raise TypeError(f"no such layout of a board: {type(layout).__name__}")


@board_shape.register
def _(layout: GridLayout) -> tuple[str, Shape]:
    return "planes", (len(plane_names(layout)), *layout.shape)


@board_shape.register
def _(layout: WindowLayout) -> tuple[str, Shape]:
    most = layout.edge // 2 - 1  # a row of that many tiles is the longest possible
    return "tiles", (most, 2 + CORNERS * (len(layout.game.colours) + 1))


@fill_board.register
def _(layout: GridLayout, view: Observation, target: Floats) -> None:
    target[:] = planes(view)


@fill_board.register
def _(layout: WindowLayout, view: Observation, target: Floats) -> None:
    marks = layout.game.colours + EMPTY
    for row, place in zip(target, view.board.tiles, strict=False):
        row[:2] = place.at[0]
        for corner, mark in enumerate(place.marks):
            row[2 + corner * len(marks) + marks.index(mark)] = 1


def seen(view: Observation) -> str:
    """An observation as one canonical line."""
    return json.dumps(observation_data(view), separators=(",", ":"), sort_keys=True)


def recalled(node: TreeNode, seat: int | None) -> str:
    """Everything a seat was told since the opening. All else, scores included, follows from it."""
    placed = {event.place.at for event in node.told if isinstance(event, TilePlaced)}
    opening = [str(place) for place in node.state.board.tiles if place.at not in placed]
    waits = ["…"] if node.waiting is not None else []
    return " ".join([*opening, *_lines(node.told, seat), *waits])


def _lines(told: Iterable[Event], seat: int | None) -> list[str]:
    return [line for event in told if (line := _line(event.seen_by(seat)))]


@singledispatch
def _line(event: Event) -> str:
    return ""


@_line.register
def _(event: TilePlaced) -> str:
    return f"{event.seat}:{event.place}"


@_line.register
def _(event: TilesDrawn) -> str:
    return f"{event.seat}+{','.join(event.tiles)}"


@_line.register
def _(event: ExchangeOffered) -> str:
    return f"{event.seat}?"


@_line.register
def _(event: RackExchanged) -> str:
    return f"{event.seat}-{','.join(event.shown)}"
