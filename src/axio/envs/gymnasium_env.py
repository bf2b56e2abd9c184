"""The Gymnasium environment of one seat, alone or against named bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt

from axio.bots import USUAL, Bot, Budget, make
from axio.rules import Malformed, Move, State

from .game_in_progress import GameInProgress, Given
from .rendering import MODES, checked, rendered
from .rewards import number, reward_space
from .spaces import Seen, action_space, bools, observation_space

Reward: TypeAlias = Any  # a float, or with rewards="tracks" an array with an entry a colour


class SeatEnv(gymnasium.Env[Seen, np.int64]):
    """A game seen from one seat. Without opponents it is solo; with opponents, `step` also plays their turns.

    A choice that is not open changes nothing, earns `illegal_reward` and sets `info["illegal"]`. After
    `max_choices` choices (twice as many as any game needs, if not said) the game is truncated.
    """

    metadata: dict[str, Any] = {"render_modes": [*MODES], "render_fps": 1}  # noqa: RUF012  # Gymnasium's own
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
        board: str | None = None,
        choices: str = "numbers",
        max_choices: int | None = None,
    ) -> None:
        if isinstance(opponents, str):
            opponents = (opponents,)
        if type(seat) is not int or not 0 <= seat <= len(opponents):
            raise Malformed(f"{str(seat)[:40]} is not a seat here: expected 0 to {len(opponents)}")
        self.render_mode = checked(render_mode)
        self.seat = seat
        bots = iter([make(bot) if isinstance(bot, str) else bot for bot in opponents])
        seats = 1 + len(opponents)
        self.bots: dict[int, Bot] = {other: next(bots) for other in range(seats) if other != seat}
        self._budget = budget
        self._illegal_reward = float(illegal_reward)
        self._playing = GameInProgress(game, seats, rewards, board, choices, max_choices, viewer=seat)
        plan, settings = self._playing.layout, self._playing.settings
        self.observation_space = observation_space(plan, settings)
        self.action_space = action_space(plan, settings)
        self.reward_space = reward_space(plan.game, rewards, self._illegal_reward)

    @property
    def game_state(self) -> State:
        """The whole game, hidden tiles included, as the plain rules know it."""
        return self._playing.state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal a new game, and play until this seat is to move.

        With a seed it is its first game (see `game_of_seed`), without one the game after the last.
        """
        super().reset(seed=seed)
        self._playing.deal(seed, self.np_random)
        self._let_others_play()
        self._show_people()
        return self._seen(), self._info()

    def load(self, state: State) -> tuple[Seen, dict[str, Any]]:
        """Go on from a state of this game."""
        self._playing.load(state)
        self._let_others_play()
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Seen, Reward, bool, bool, dict[str, Any]]:
        """Make a choice, and play until this seat is to move again."""
        given = self._playing.choose(int(action))
        cut = self._playing.cut
        if given is None:
            return self._seen(), self._penalty(), False, cut, {**self._info(), "illegal": True}
        earned = given[self.seat] + (0 if cut else self._let_others_play())
        self._show_people()
        return self._seen(), self._reward(earned), self._playing.over, cut, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which choices are open, as MaskablePPO of sb3-contrib asks."""
        return bools(self._seen()["action_mask"])

    def move_of(self, choice: int) -> Move:
        """The move behind an open choice."""
        return self._playing.move_of(int(choice))

    def choices(self) -> dict[Move, int]:
        """The choice that makes each legal move."""
        return {move: number for number, move in self._playing.choices_by_number().items()}

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The game as the seat to move sees it: as text, as pixels, or printed."""
        return rendered(self.game_state.observe(self._playing.seat), self.render_mode)

    def _show_people(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _let_others_play(self) -> Any:
        """Play the other seats until this one is to move. Returns what it was rewarded meanwhile."""
        earned, play = 0.0, self._playing
        while not play.over and play.seat != self.seat:
            view = play.state.observe(play.seat)
            key = self.np_random.bytes(self.KEY_BYTES)
            move = self.bots[play.seat].choose(view, self._budget, key).move
            earned = earned + play.play(move)[self.seat]
        return earned

    def _reward(self, earned: Given) -> Reward:
        seats = 1 + len(self.bots)
        return number(earned[0], seats) if self.reward_space is None else earned.astype(np.float32)

    def _penalty(self) -> Reward:
        if self.reward_space is None:
            return self._illegal_reward
        return np.full(self.reward_space.shape, self._illegal_reward, np.float32)

    def _seen(self) -> Seen:
        return self._playing.observe()

    def _info(self) -> dict[str, Any]:
        """The choices, the tracks of every seat and, when the game is over, the place of every seat."""
        tracks, places = self._playing.results()
        info = {"action_mask": self._seen()["action_mask"], "tracks": tracks}
        return {**info, "ranking": places} if self._playing.over else info
