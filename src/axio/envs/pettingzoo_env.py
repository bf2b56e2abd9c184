"""The PettingZoo environment (AEC): two to four seats choose in turn. Agents are `seat_0` to `seat_3`."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from axio.rules import Malformed, State, game_names

from .choices import action_space, observation_space
from .kernel_game import GameInProgress, Seen
from .names import name_of

_ILLEGAL = -1.0


class TableEnv(AECEnv[str, Seen, int | None], EzPickle):  # type: ignore[misc]  # ships no types
    """A game as a PettingZoo environment. An agent is selected again while its turn lasts."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # PettingZoo's own
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self, game: str, seats: int = 2, rewards: str = "outcome", render_mode: str | None = None
    ) -> None:
        EzPickle.__init__(self, game, seats, rewards, render_mode)
        super().__init__()
        if game in game_names() and (type(seats) is not int or not 2 <= seats <= 4):
            raise Malformed(
                f"{str(seats)[:40]} seats: expected 2 to 4; alone, play the Gymnasium environment"
            )
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise Malformed(f"{str(render_mode)[:40]!r} is not a way to render: expected ansi or human")
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": name_of(game)}
        self._playing = GameInProgress(game, seats, rewards)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        play = self._playing
        self.observation_spaces = {
            agent: observation_space(play.layout, play.choices) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(play.choices) for agent in self.possible_agents}
        self._cumulative_rewards: dict[str, float] = {}
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

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. A seed restarts the generator; without one it goes on."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._playing.deal(self._random)
        self._open()

    def load(self, state: State) -> None:
        """Go on from a state of this game."""
        self._playing.load(state)
        self._open()

    def step(self, action: int | None) -> None:
        """Make the choice of the selected agent, and select the next."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        given = None if action is None else self._playing.choose(int(action))
        if given is None:
            raise Malformed(f"{action} is not open to {agent}: expected a choice its action_mask allows")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, given, strict=True))
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Seen:
        """What an agent may know, and the mask of its choices."""
        return self._playing.observe(self._seats[agent])

    def render(self) -> str | None:
        """The game as the seat to move sees it; `human` prints it."""
        if self.render_mode == "human":
            print(self._playing.text())
            return None
        return self._playing.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def _open(self) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
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
            self.infos[self.agent_selection]["action_mask"] = play.offer.masks[0]


def wrapped(game: str, seats: int = 2, **options: Any) -> AECEnv[str, Seen, int | None]:
    """The environment in PettingZoo's wrappers: an illegal choice ends the game with -1 for its agent."""
    env: Any = TableEnv(game, seats, **options)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=_ILLEGAL)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    ordered: AECEnv[str, Seen, int | None] = wrappers.OrderEnforcingWrapper(env)
    return ordered
