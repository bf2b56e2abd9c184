"""One game on the kernel: its row of compiled state, and the game in progress that environments play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import numba
import numpy as np
import numpy.typing as npt

from axio.draw.text import text
from axio.encoding import action_of, mask_words, plane_names, vector_names
from axio.kernel.loading import load_state, store_state
from axio.kernel.plans import plan_of
from axio.kernel.row import ENDING, KEY, SEAT
from axio.rules import Game, IllegalMove, Malformed, Move, State
from axio.rules import game as game_of

from .choices import Offer, choices_of
from .rewards import Rewards

Seen: TypeAlias = dict[str, Any]  # as `spaces.observation_space` describes it
Given: TypeAlias = list[float]  # to every seat
_REFUSED = 2


class KernelGame:
    """A batch of one game: what `Batch` does, with nothing between Python and the compiled code but the call.

    The next call of a method overwrites the arrays that the last call of it returned.
    """

    n = 1

    def __init__(self, game: Game) -> None:
        plan = plan_of(game)
        self.game = game
        self.layout = layout = plan.layout
        self._tables = plan.tables
        self._words = np.zeros((1, plan.tables.row_words), np.uint64)
        self._bytes = self._words.view(np.uint8)
        self._look_up: memoryview[int] = self._bytes[0].data  # a memoryview reads single bytes faster
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
        draws, sight = np.zeros((1, 0), np.int8), np.zeros(0, np.uint8)
        run = plan.run
        self._deal = _bound(run["deal_game"], (*row, draws))
        self._step = _bound(run["step_game"], (*row, self._action, draws, sight, False, self._done))
        self._list = _bound(run["list_game"], (*row, *self._legal))
        self._seer = (*row, self._viewer)
        self._look = _typed(
            run["observe_game"], (*self._seer, _bytes(1, self._size), _bytes(1, self._length))
        )
        self._rank = _bound(run["result_game"], (self._bytes, plan.tables, *self._results))
        self._mask = _bound(run["mask_game"], (*row, self._masks)) if layout.dense else None

    def deal(self, key: int) -> None:
        """Deal a new game. The key is any number of 64 bits."""
        self._words[:] = 0
        self._words[0, KEY] = key
        self._deal()

    def step(self, action: int) -> int:
        """Carry out an action. Returns 0, 1 if the game ended, or 2 if the action is illegal."""
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
        """The planes and the vector of a seat, in new arrays."""
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
    """A compiled loop over this game, bound to its arguments."""
    return partial(_typed(function, args), 0, 1, args)


def _typed(function: Any, args: tuple[Any, ...]) -> Callable[..., None]:
    """A compiled loop over this game, looked up by its types once: the lookup costs more than most calls."""
    types = tuple(numba.typeof(each) for each in (0, 1, args))  # type: ignore[no-untyped-call]
    function.compile(types)
    found: Callable[..., None] = function.get_overload(types)
    return found


class GameInProgress:
    """A game that is played by choices, with the rewards and observations of each."""

    def __init__(self, game: str, seats: int, rewards: str) -> None:
        self.game = game_of(game, seats)
        self.row = KernelGame(self.game)
        self.layout = self.row.layout
        self.choices = choices_of(self.layout)
        self.seat = 0
        self.over = False
        self._rewards = Rewards(rewards)
        self._sparse = self._rewards.scheme == "outcome"
        self._nothing = [0.0] * seats
        count = self.choices.count
        no_list = np.full((1, count), -1, np.int32) if self.choices.lists else None
        self.offer = self._idle = Offer(np.zeros((1, count), np.int8), no_list)

    def deal(self, random: np.random.Generator) -> None:
        self.row.deal(int(random.integers(2**64, dtype=np.uint64)))
        self._open()

    def load(self, state: State) -> None:
        """Go on from a state. The kernel makes the draws to come from its own key."""
        if state.game is not self.game:
            raise Malformed(f"a state of {state.game.name} for {state.game.seats}: expected this game")
        self.row.load(state)
        self._open()

    def choose(self, chosen: int) -> Given | None:
        """Make a choice. Returns the reward of every seat, or None if the choice is not open."""
        if self.over:
            raise IllegalMove("game_over")
        return self._play(self.choices.action(self.offer, chosen))

    def play(self, move: Move) -> Given:
        """Make a move. Returns the reward of every seat."""
        state = self.state
        state.legal_moves.check(move)
        given = self._play(action_of(state, move))
        assert given is not None
        return given

    def observe(self, seat: int) -> Seen:
        """What a seat may know, and its choices: none while another seat is to move."""
        planes, vector = self.row.observe(seat)
        masks, listed = self.offer if seat == self.seat else self._idle
        seen: Seen = {"planes": planes, "vector": vector}
        if listed is not None:
            seen["actions"] = listed[0].copy()
        return {"observation": seen, "action_mask": masks[0].copy()}

    @property
    def state(self) -> State:
        return self.row.store()

    def text(self) -> str:
        """The game as the seat to move sees it."""
        return text(self.state.observe(self.seat))

    def _play(self, action: int) -> Given | None:
        if self.row.step(action) == _REFUSED:
            return None
        self._read()
        if self._sparse and not self.over:
            return self._nothing
        given: Given = self._rewards.after(self.row, np.array([self.over]))[0].tolist()
        return given

    def _open(self) -> None:
        self._rewards.start(self.row)
        self._read()

    def _read(self) -> None:
        self.over = self.row.over
        self.seat = self.row.seat
        self.offer = self._idle if self.over else self.choices.offer(self.row)
