"""Wrappers for libraries that want something simpler than a nested dict."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs

from .spaces import Seen


class FlatObservation(gymnasium.ObservationWrapper[Seen, np.int64, Seen], RecordConstructorArgs):
    """The parts of the observation in one flat dict, the mask apart: `action_masks()` gives it.

    So Stable-Baselines3's `MultiInputPolicy` and sb3-contrib's `MaskablePPO` take the environment.
    """

    def __init__(self, env: gymnasium.Env[Seen, np.int64]) -> None:
        RecordConstructorArgs.__init__(self)
        gymnasium.ObservationWrapper.__init__(self, env)
        space = env.observation_space
        assert isinstance(space, spaces.Dict)
        parts = space["observation"]
        assert isinstance(parts, spaces.Dict)
        self.observation_space = spaces.Dict(dict(parts.spaces))

    def observation(self, observation: Seen) -> Seen:
        """The parts, without the mask."""
        return dict(observation["observation"])

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which choices are open."""
        inner: Any = self.env.unwrapped
        masks: npt.NDArray[np.bool_] = inner.action_masks()
        return masks
