"""A thousand games of AXIO side by side: seat 0 prefers colours it needs, seat 1 plays at random.

Seat 0 chooses among its legal placements one with its lowest colour, which any array program can do from the
observation alone. Needs the extra `rl`: `python examples/many_games_at_once.py`
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

import axio.envs  # noqa: F401  # makes the ids known

COLOURS, SPOTS = 5, 128


def choose(seen: dict[str, Any], seats: npt.NDArray[np.int64], chance: np.random.Generator) -> Any:
    """For every game a legal choice: weights for all actions, noise, and the highest that is open."""
    tracks = seen["observation"]["vector"][:, :COLOURS].astype(float)  # of the seat that looks
    first, second = np.divmod(np.arange(COLOURS**2), COLOURS)
    need = -(tracks[:, first] + tracks[:, second])  # for every ordered pair of colours
    liked = np.repeat(need, SPOTS, axis=1) * (seats == 0)[:, None]
    liked = np.concatenate([liked, np.zeros((len(seats), 2))], axis=1)  # exchange, keep
    noisy = liked + chance.random(liked.shape)
    return np.where(seen["action_mask"] == 1, noisy, -np.inf).argmax(axis=1)


def play(games: int = 1000, steps: int = 80, seed: int = 1) -> tuple[float, float]:
    """How many of the games that ended seat 0 won, drawn ones as half, and steps a second."""
    env = gymnasium.make_vec("axio/AxioSelfPlay-v2", num_envs=games)
    chance = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    ended, won, start = 0, 0.0, perf_counter()
    for _ in range(steps):
        seen, _, over, _, info = env.step(choose(seen, info["seat"], chance))
        ended += int(over.sum())
        won += float((info["rewards"][over, 0] + 1).sum() / 2)
    return won / max(ended, 1), games * steps / (perf_counter() - start)


if __name__ == "__main__":
    share, speed = play()
    print(f"seat 0 won {share:.0%} of the games that ended; {speed:,.0f} steps a second, choosing included")
