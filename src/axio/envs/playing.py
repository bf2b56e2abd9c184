"""One game in progress on the kernel: choose, look, be given what a seat may know."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from axio.draw.text import text
from axio.encoding import action_of
from axio.rules import IllegalMove, Malformed, Move, State
from axio.rules import game as game_of

from .choices import Offer, choices_of
from .one import One
from .rewards import Rewards

Seen: TypeAlias = dict[str, Any]  # as `spaces.observation_space` describes it
Given: TypeAlias = npt.NDArray[np.float64]  # to every seat
_REFUSED = 2


class Playing:
    """A game, one choice after the other."""

    def __init__(self, game: str, seats: int, rewards: str) -> None:
        self.game = game_of(game, seats)
        self.row = One(self.game)
        self.layout = self.row.layout
        self.choices = choices_of(self.layout)
        self.seat = 0
        self.over = False
        self._rewards = Rewards(rewards)
        self._sparse = self._rewards.scheme == "outcome"
        self._nothing = np.zeros(seats)
        count = self.choices.count
        no_list = np.full((1, count), -1, np.int32) if self.choices.lists else None
        self.offer = self._idle = Offer(np.zeros((1, count), np.int8), no_list)

    def deal(self, random: np.random.Generator) -> None:
        self.row.deal(int(random.integers(2**64, dtype=np.uint64)))
        self._open()

    def load(self, state: State) -> None:
        """Go on from a state. Draws to come are the kernel's own, from its key."""
        if state.game is not self.game:
            raise Malformed(f"a state of {state.game.name} for {state.game.seats}: expected this game")
        self.row.load(state)
        self._open()

    def choose(self, chosen: int) -> Given | None:
        """Make a choice. What every seat is given for it; None if it is not open, and nothing changed."""
        if self.over:
            raise IllegalMove("game_over")
        return self._play(self.choices.action(self.offer, chosen))

    def play(self, move: Move) -> Given:
        """The same for a move."""
        state = self.state
        state.legal_moves.check(move)
        given = self._play(action_of(state, move))
        assert given is not None
        return given

    def observe(self, seat: int) -> Seen:
        """What a seat may know, and its choices: none while it is another's turn."""
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
        given: Given = self._rewards.after(self.row, np.array([self.over]))[0]
        return given

    def _open(self) -> None:
        self._rewards.start(self.row)
        self._read()

    def _read(self) -> None:
        self.over = self.row.over
        self.seat = self.row.seat
        self.offer = self._idle if self.over else self.choices.offer(self.row)
