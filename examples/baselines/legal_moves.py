"""An actor-critic over the features of legal moves, in NumPy: solo AXIO, rota or hex.

The actor scores every legal move by what it gains in the lowest colour, the second lowest and so on, by stops
and pyramids, and picks by softmax. The critic guesses the rest of the return from the sorted tracks. Both are
linear, so a few thousand games are enough. Needs the extra `rl`: `python examples/baselines/legal_moves.py`
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

import axio.envs  # noqa: F401  # makes the ids known

Floats = npt.NDArray[np.float64]
GAINS = 6  # where the gains begin among the features of a move
PYRAMIDS, STOPS = 4, 5


@dataclass
class Learner:
    """The weights of actor and critic, and how fast they learn."""

    colours: int
    rate: float = 0.05
    actor: Floats = field(init=False)
    critic: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.actor = np.zeros(self.colours + 2)
        self.critic = np.zeros(2 * self.colours + 1)

    def described(self, seen: dict[str, Any]) -> tuple[Floats, Floats]:
        """For every listed move its gains from the lowest colour up, stops and pyramids; and for every game
        what the critic looks at: the sorted tracks, and their squares."""
        moves, tracks = seen["observation"]["moves"], seen["observation"]["vector"][:, : self.colours]
        order = np.argsort(tracks, axis=1, kind="stable")
        gains = np.take_along_axis(moves[:, :, GAINS:], order[:, None, :], axis=2)
        rows = np.concatenate([gains, moves[:, :, [STOPS, PYRAMIDS]]], axis=2).astype(np.float64)
        low = np.sort(tracks, axis=1) / 10.0
        return rows, np.concatenate([low, low**2, np.ones((len(low), 1))], axis=1)

    def chances(self, rows: Floats, mask: npt.NDArray[np.int8]) -> Floats:
        """How likely each move is picked."""
        scores = np.where(mask == 1, rows @ self.actor, -np.inf)
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)

    def improve(self, steps: list[tuple[Floats, Floats, Floats]], final: Floats) -> None:
        """Go up the policy gradient, with the critic's guess taken off the return."""
        returns = final.copy()
        for slope, looked, reward in reversed(steps):
            returns = returns + reward
            surprise = returns - looked @ self.critic
            self.critic += 0.2 * (surprise @ looked) / len(looked)
            self.actor += self.rate * ((surprise - surprise.mean()) @ slope) / len(slope)


def play(env: Any, learner: Learner, chance: np.random.Generator, seed: int) -> float:
    """Play one game in every row, improve the learner, and tell the mean of the lowest colours."""
    seen, _ = env.reset(seed=seed)
    steps, going, total = [], np.ones(env.num_envs, np.bool_), np.zeros(env.num_envs)
    while going.any():
        rows, looked = learner.described(seen)
        chances = learner.chances(rows, seen["action_mask"])
        picked = (chances.cumsum(axis=1) > chance.random((len(rows), 1))).argmax(axis=1)
        slope = rows[np.arange(len(rows)), picked] - np.einsum("gm,gmf->gf", chances, rows)
        seen, reward, over, cut, _ = env.unwrapped.step_open(np.where(going, picked, -1))
        earned = np.where(going, reward, 0.0)
        steps.append((slope * going[:, None], looked * going[:, None], earned))
        total += earned
        going &= ~(over | cut)
    learner.improve(steps, np.zeros(env.num_envs))
    return float(total.mean())


def learn(
    game: str = "axio", updates: int = 60, games: int = 64, seed: int = 1
) -> tuple[Learner, list[float]]:
    """The learner, and how the mean of the lowest colours rose from update to update."""
    env = gymnasium.make_vec(
        f"axio/{game.capitalize()}Solo-v2", num_envs=games, choices="moves", autoreset_mode="Disabled"
    )
    learner, chance = Learner(len(env.unwrapped.batch.game.colours)), np.random.default_rng(seed)  # type: ignore[attr-defined]
    return learner, [play(env, learner, chance, seed * 10**6 + games * each) for each in range(updates)]


if __name__ == "__main__":
    found, means = learn(*sys.argv[1:2])
    print("mean lowest colour:", " ".join(f"{mean:.2f}" for mean in means[::5]))
    print("a point is worth, from the lowest colour up:", np.round(found.actor[: found.colours], 2))
