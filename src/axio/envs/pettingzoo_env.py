"""The PettingZoo environment (AEC): two to four seats choose in turn. Agents are `seat_0` to `seat_3`.

With `rewards="tracks"` it is an environment as MOMAland has them: rewards are vectors, with a `reward_space`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from axio.rules import Malformed, Move, State, game_names

from .game_in_progress import GameInProgress, Given
from .names import many_objectives_name, name_of
from .rendering import MODES, checked, rendered
from .rewards import number, reward_space
from .spaces import Seen, action_space, observation_space

_ILLEGAL = -1.0
Reward: TypeAlias = Any  # a float, or an array with an entry a colour


class TableEnv(AECEnv[str, Seen, int | None]):  # type: ignore[misc]  # ships no types
    """A game as a PettingZoo environment. An agent is selected again while its turn lasts."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # PettingZoo's own
        "render_modes": [*MODES],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        seats: int = 2,
        rewards: str = "outcome",
        render_mode: str | None = None,
        board: str | None = None,
        choices: str = "numbers",
    ) -> None:
        super().__init__()
        if game in game_names() and (type(seats) is not int or not 2 <= seats <= 4):
            raise Malformed(
                f"{str(seats)[:40]} seats: expected 2 to 4; alone, play the Gymnasium environment"
            )
        self.render_mode = checked(render_mode)
        many = rewards == "tracks"
        self.metadata = {**self.metadata, "name": many_objectives_name(game) if many else name_of(game)}
        self._playing = GameInProgress(game, seats, rewards, board, choices)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        plan, settings = self._playing.layout, self._playing.settings
        each = self.possible_agents
        self.observation_spaces = {agent: observation_space(plan, settings) for agent in each}
        self.action_spaces = {agent: action_space(plan, settings) for agent in each}
        self.reward_spaces = {agent: reward_space(plan.game, rewards) for agent in each}
        self._cumulative_rewards: dict[str, Reward] = {}
        self._random, _ = seeding.np_random()

    @property
    def game_state(self) -> State:
        """The whole game, hidden tiles included, as the plain rules know it."""
        return self._playing.state

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's choices."""
        return self.action_spaces[agent]

    def reward_space(self, agent: str) -> spaces.Box:
        """The space of an agent's reward vectors."""
        space = self.reward_spaces[agent]
        if space is None:
            raise Malformed("these rewards are numbers: expected rewards='tracks' for a space of vectors")
        return space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: the first of a seed (see `game_of_seed`), or else the game after the last."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._playing.deal(seed, self._random)
        self._open()

    def load(self, state: State) -> None:
        """Go on from a state of this game."""
        self._playing.load(state)
        self._open()

    def step(self, action: int | None) -> None:
        """Make the choice of the selected agent, and select the next."""
        if not self.agents:
            raise Malformed("there is no game: expected reset() before step()")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        given = None if action is None else self._playing.choose(int(action))
        if given is None:
            raise Malformed(f"{action} is not open to {agent}: expected a choice its action_mask allows")
        self._cumulative_rewards[agent] = self._nothing()
        self.rewards = dict(zip(self.agents, map(self._reward, given), strict=True))
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Seen:
        """What an agent may know, and the mask of its choices."""
        seat = self._seats[agent]
        return self._playing.observe(None if seat == self._playing.seat else seat)

    def move_of(self, choice: int) -> Move:
        """The move behind an open choice of the selected agent."""
        return self._playing.move_of(int(choice))

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The game as the seat to move sees it: as text, as pixels, or printed."""
        return rendered(self.game_state.observe(self._playing.seat), self.render_mode)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def _nothing(self) -> Reward:
        space = self.reward_spaces[self.possible_agents[0]]
        return 0.0 if space is None else np.zeros(space.shape, np.float32)

    def _reward(self, given: Given) -> Reward:
        many = self._playing.settings.rewards == "tracks"
        return given.copy() if many else number(given[0], len(self.possible_agents))

    def _clear_rewards(self) -> None:
        self.rewards = {agent: self._nothing() for agent in self.rewards}

    def _accumulate_rewards(self) -> None:
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] = self._cumulative_rewards[agent] + reward

    def _open(self) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = {agent: self._nothing() for agent in self.agents}
        self._cumulative_rewards = {agent: self._nothing() for agent in self.agents}
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._select()

    def _select(self) -> None:
        """Select the agent to move. When the game is over, every agent is selected once more."""
        play = self._playing
        self.terminations = dict.fromkeys(self.agents, play.over)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[0 if play.over else play.seat]
        if not play.over:
            self.infos[self.agent_selection]["action_mask"] = play.observe()["action_mask"]


def wrapped(game: str, seats: int = 2, **options: Any) -> AECEnv[str, Seen, int | None]:
    """The environment in PettingZoo's wrappers: an illegal choice ends the game with -1 for its agent."""
    env: Any = TableEnv(game, seats, **options)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=_ILLEGAL)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    ordered: AECEnv[str, Seen, int | None] = wrappers.OrderEnforcingWrapper(env)
    return ordered
