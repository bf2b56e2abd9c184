"""OpenSpiel's observer: strings for every kind of observation, tensors for what is seen now."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from axio.encoding import Layout, vector, vector_names

from .boards import Floats, board_piece, fill_board
from .strings import recalled, seen

if TYPE_CHECKING:
    from .state import SpielState


class Observer:
    """What one player sees. With perfect recall there is a string alone: its length is that of the game."""

    def __init__(self, layout: Layout, kind: Any, params: Any = None) -> None:
        if params:
            raise ValueError(f"there are no parameters of an observation: {params} were given")
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
            name, shape = board_piece(layout)
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

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is None:
            return
        self.tensor.fill(0)
        view = state.moment.state.observe(player if self._private else None)
        if self._public:
            fill_board(self._layout, view, self.dict[board_piece(self._layout)[0]])
            self.dict["vector"][:] = vector(view)
        elif self._private:
            rack = Counter(view.rack)
            self.dict["rack"][:] = [rack[kind] for kind in self._layout.kinds]

    def string_from(self, state: SpielState, player: int) -> str:
        moment, viewer = state.moment, player if self._private else None
        if not self._public:
            return " ".join(moment.state.racks[player]) if self._private else ""
        if self._recall:
            return f"{'' if viewer is None else viewer}| {recalled(moment, viewer)}"
        return seen(moment.state.observe(viewer))
