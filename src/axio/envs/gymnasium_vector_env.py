"""The Gymnasium vector environment: many games at once on the kernel, solo or as self-play of all seats."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from axio.kernel import Batch
from axio.rules import game as game_of

from .choices import action_space, choices_of, observation_space
from .kernel_game import Seen
from .rewards import Rewards

Floats: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]
_ENDED, _REFUSED = 1, 2


class GamesEnv(VectorEnv[Seen, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """`num_envs` games. In each game the seat to move chooses, observes and is rewarded.

    `info["seat"]` names the seat that chooses next, `info["rewards"]` holds the rewards of all seats.
    Autoreset is NEXT_STEP: the step after the end of a game ignores its action and deals a new game.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int,
        game: str,
        seats: int = 1,
        rewards: str = "low",
        illegal_reward: float = -1.0,
        threads: int | None = None,
    ) -> None:
        self.num_envs = num_envs
        self._batch = Batch(game_of(game, seats), n=num_envs, threads=threads)
        self._choices = choices_of(self._batch.layout)
        self._rewards = Rewards(rewards)
        self._illegal_reward = float(illegal_reward)
        self._rows = np.arange(num_envs)
        self.single_observation_space = observation_space(self._batch.layout, self._choices)
        self.single_action_space = action_space(self._choices)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    @property
    def batch(self) -> Batch:
        """The games on the kernel."""
        return self._batch

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal every game anew. One seed serves all games together."""
        super().reset(seed=_one(seed))
        self._batch.reset(int(self.np_random.integers(2**63)))
        return self.resume()

    def resume(self) -> tuple[Seen, dict[str, Any]]:
        """Go on from the games that the batch holds now."""
        self._rewards.start(self._batch)
        self._over = self._batch.over
        return self._look(np.zeros((self.num_envs, self._batch.game.seats)), np.zeros(self.num_envs, bool))

    def step(self, actions: npt.NDArray[np.int64]) -> tuple[Seen, Floats, Flags, Flags, dict[str, Any]]:
        """Make one choice in every game."""
        movers = self._batch.seats
        chosen = self._choices.actions(self._offer, np.asarray(actions))
        done = self._batch.step(np.where(self._over, 0, chosen), check=False).copy()
        illegal = done == _REFUSED
        self._over = done == _ENDED
        given = self._rewards.after(self._batch, self._over)
        seen, info = self._look(given, illegal)
        reward = np.where(illegal, self._illegal_reward, given[self._rows, movers])
        return seen, reward, self._over.copy(), np.zeros(self.num_envs, bool), info

    def _look(self, given: Floats, illegal: Flags) -> tuple[Seen, dict[str, Any]]:
        self._offer = self._choices.offer(self._batch)
        planes, vectors = self._batch.observe()
        seen = {"planes": planes.copy(), "vector": vectors.copy()}
        if self._offer.listed is not None:
            seen["actions"] = self._offer.listed.copy()
        masks = self._offer.masks
        info = {"seat": self._batch.seats, "rewards": given, "illegal": illegal, "action_mask": masks.copy()}
        return {"observation": seen, "action_mask": masks}, info


def _one(seed: int | list[int | None] | None) -> int | None:
    """One seed made from a list with a seed for each game."""
    if not isinstance(seed, list) or None in seed:
        return None if isinstance(seed, list) else seed
    return int(np.random.SeedSequence([int(each) for each in seed if each is not None]).generate_state(1)[0])
