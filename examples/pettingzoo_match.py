"""A match in PettingZoo: `careful` against `random`, AXIO for two, seats taken in turn.

Needs the extra `rl`: `python examples/pettingzoo_match.py`
"""

from __future__ import annotations

import numpy as np

from axio import bots
from axio.encoding import action_of
from axio.envs import axio_v2


def match(games: int = 6, names: tuple[str, str] = ("careful", "random"), seed: int = 1) -> dict[str, float]:
    """What each bot was given over all games."""
    env = axio_v2.raw_env(seats=2)
    chance = np.random.default_rng(seed)
    total = dict.fromkeys(names, 0.0)
    for game in range(games):
        players = dict(zip(env.possible_agents, names[:: 1 if game % 2 == 0 else -1], strict=True))
        env.reset(seed=seed + game)
        for agent in env.agent_iter():
            _, reward, over, _, _ = env.last(observe=False)
            total[players[agent]] += reward
            if over:
                env.step(None)
                continue
            view = env.game_state.observe(env.possible_agents.index(agent))
            choice = bots.make(players[agent]).choose(view, bots.USUAL, chance.bytes(16))
            env.step(action_of(view, choice.move))
        print(f"game {game + 1}: {total}")
    return total


if __name__ == "__main__":
    match()
