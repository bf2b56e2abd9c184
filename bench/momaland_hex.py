"""The yardstick: MOMAland's hex game, two seats, random moves. Not exact, but the one others use."""

from __future__ import annotations

import numpy as np
from momaland.envs.ingenious import moingenious_v0

SIZE = {"num_agents": 2, "num_colors": 6, "rack_size": 6, "board_size": 6}


class BothFaces:
    """Its environment as it is handed out (`env`) and without the wrappers (`raw_env`, its fastest)."""

    def __init__(self) -> None:
        self.faces = {"env": moingenious_v0.env(**SIZE), "raw_env": moingenious_v0.raw_env(**SIZE)}
        self.chance = np.random.default_rng(7)

    def play(self, face: str, seed: int) -> None:
        """One game by MOMAland's own masks."""
        env = self.faces[face]
        env.reset(seed=seed)
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
            else:
                legal = np.flatnonzero(seen["action_mask"])
                env.step(int(legal[int(self.chance.random() * len(legal))]))
