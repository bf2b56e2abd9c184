"""A batch of one game: what `Batch` does, with nothing between Python and the compiled code but the call."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from axio.encoding import mask_words, plane_names, vector_names
from axio.kernel.device.shared.row import ENDING, KEY, SEAT
from axio.kernel.host.plans import plan_of
from axio.kernel.host.row_codec import load_state, store_state
from axio.rules import Game, State


class One:
    """One game on one row. Arrays returned are written anew by the next call of the same method."""

    n = 1

    def __init__(self, game: Game) -> None:
        plan = plan_of(game)
        self.game = game
        self.layout = layout = plan.layout
        self._tables = plan.tables
        self._words = np.zeros((1, plan.tables.row_words), np.uint64)
        self._bytes = self._words.view(np.uint8)
        self._look_up: memoryview[int] = self._bytes[0].data  # single bytes come quicker from a memoryview
        self._action = np.zeros(1, np.int64)
        self._done = np.zeros(1, np.uint8)
        self._answer: memoryview[int] = self._done.data
        self._viewer = np.zeros(1, np.int64)
        self._shape = len(plane_names(layout)), *layout.shape
        self._size = int(np.prod(self._shape))
        self._length = len(vector_names(layout))
        self._results = _bytes(1, game.seats, len(game.colours)), _bytes(1, game.seats)
        self._masks = np.zeros((1, mask_words(layout) if layout.dense else 0), np.uint64)
        self._legal = np.zeros((1, layout.most_legal), np.int64), np.zeros(1, np.int64)
        row = (self._bytes, self._words, plan.tables)
        draws, point_map = np.zeros((1, 0), np.int8), np.zeros(0, np.uint8)
        run = plan.run
        self._deal = _bound(run["deal_game"], (*row, draws))
        self._step = _bound(run["step_game"], (*row, self._action, draws, point_map, False, self._done))
        self._list = _bound(run["list_game"], (*row, *self._legal))
        self._seer = (*row, self._viewer)
        self._look = _typed(
            run["observe_game"], (*self._seer, _bytes(1, self._size), _bytes(1, self._length))
        )
        self._rank = _bound(run["result_game"], (self._bytes, plan.tables, *self._results))
        self._mask = _bound(run["mask_game"], (*row, self._masks)) if layout.dense else None

    def deal(self, key: int) -> None:
        """A new game; the key is any number of 64 bits."""
        self._words[:] = 0
        self._words[0, KEY] = key
        self._deal()

    def step(self, action: int) -> int:
        """0, 1 the game ended, 2 the action is illegal and nothing changed."""
        self._action[0] = action
        self._step()
        return self._answer[0]

    def packed_masks(self) -> npt.NDArray[np.uint64]:
        if self._mask is not None:
            self._mask()
        return self._masks

    def legal(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        self._list()
        return self._legal

    def observe(self, seat: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
        """Planes and vector of a seat, new arrays."""
        planes, vectors = np.empty((1, self._size), np.uint8), np.empty((1, self._length), np.uint8)
        self._viewer[0] = seat
        self._look(0, 1, (*self._seer, planes, vectors))
        return planes.reshape(self._shape), vectors[0]

    def results(self) -> tuple[Any, Any]:
        self._rank()
        return self._results

    @property
    def seat(self) -> int:
        return self._look_up[SEAT]

    @property
    def over(self) -> bool:
        return self._look_up[ENDING] > 0

    def load(self, state: State) -> None:
        load_state(self.layout, self._tables, state, self._words[0])

    def store(self) -> State:
        return store_state(self.layout, self._tables, self._words[0])


def _bytes(*shape: int) -> npt.NDArray[np.uint8]:
    return np.zeros(shape, np.uint8)


def _bound(function: Any, args: tuple[Any, ...]) -> Callable[[], None]:
    """A compiled loop over this game with its arguments."""
    return partial(_typed(function, args), 0, 1, args)


def _typed(function: Any, args: tuple[Any, ...]) -> Callable[..., None]:
    """A compiled loop over this game, found by its types once: looking them up costs more than most calls."""
    types = tuple(numba.typeof(each) for each in (0, 1, args))  # type: ignore[no-untyped-call]
    function.compile(types)
    found: Callable[..., None] = function.get_overload(types)
    return found
