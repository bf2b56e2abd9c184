"""The Gymnasium environment of one seat, alone or against named bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np

from axio.bots import USUAL, Bot, Budget, make
from axio.rules import Malformed, State

from .choices import action_space, observation_space
from .kernel_game import GameInProgress, Seen


class SeatEnv(gymnasium.Env[Seen, np.int64]):
    """A game seen from one seat. Without opponents it is solo; with opponents, `step` also plays their turns.

    A choice that is not open changes nothing, earns `illegal_reward` and sets `info["illegal"]`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # Gymnasium's own
    KEY_BYTES: ClassVar[int] = 16

    def __init__(
        self,
        game: str,
        opponents: Sequence[str | Bot] = (),
        seat: int = 0,
        rewards: str = "low",
        budget: Budget = USUAL,
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        if isinstance(opponents, str):
            opponents = (opponents,)
        if render_mode not in (None, "ansi"):
            raise Malformed(f"{str(render_mode)[:40]!r} is not a way to render: expected ansi")
        if type(seat) is not int or not 0 <= seat <= len(opponents):
            raise Malformed(f"{str(seat)[:40]} is not a seat here: expected 0 to {len(opponents)}")
        self.render_mode = render_mode
        self.seat = seat
        bots = iter([make(bot) if isinstance(bot, str) else bot for bot in opponents])
        seats = 1 + len(opponents)
        self.bots: dict[int, Bot] = {other: next(bots) for other in range(seats) if other != seat}
        self._budget = budget
        self._illegal_reward = float(illegal_reward)
        self._playing = GameInProgress(game, seats, rewards)
        self.observation_space = observation_space(self._playing.layout, self._playing.choices)
        self.action_space = action_space(self._playing.choices)

    @property
    def game_state(self) -> State:
        """The whole game, hidden tiles included, as the plain rules know it."""
        return self._playing.state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal a new game, and play until this seat is to move."""
        super().reset(seed=seed)
        self._playing.deal(self.np_random)
        self._let_others_play()
        return self._seen(), self._info()

    def load(self, state: State) -> tuple[Seen, dict[str, Any]]:
        """Go on from a state of this game."""
        self._playing.load(state)
        self._let_others_play()
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Make a choice, and play until this seat is to move again."""
        given = self._playing.choose(int(action))
        if given is None:
            return self._seen(), self._illegal_reward, False, False, {**self._info(), "illegal": True}
        reward = given[self.seat] + self._let_others_play()
        return self._seen(), reward, self._playing.over, False, self._info()

    def render(self) -> str | None:
        """The game as text, as the seat to move sees it."""
        return self._playing.text() if self.render_mode == "ansi" else None

    def _let_others_play(self) -> float:
        """Play the other seats until this one is to move. Returns what it was rewarded meanwhile."""
        reward, play = 0.0, self._playing
        while not play.over and play.seat != self.seat:
            view = play.state.observe(play.seat)
            key = self.np_random.bytes(self.KEY_BYTES)
            move = self.bots[play.seat].choose(view, self._budget, key).move
            reward += play.play(move)[self.seat]
        return reward

    def _seen(self) -> Seen:
        return self._playing.observe(self.seat)

    def _info(self) -> dict[str, Any]:
        """The choices, the tracks of every seat and, when the game is over, the place of every seat."""
        tracks, places = self._playing.row.results()
        info = {"action_mask": self._playing.offer.masks[0].copy(), "tracks": tracks[0].copy()}
        return {**info, "ranking": places[0].copy()} if self._playing.over else info
