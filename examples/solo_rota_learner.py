"""Learn solo rota: how much a point is worth in the lowest colour, the second lowest, and so on.

The cross-entropy method on five numbers. A random player ends with its lowest colour near 0; in half a minute
the weights found bring it to between 5 and 6. Needs the extra `rl`: `python examples/solo_rota_learner.py`
"""

from __future__ import annotations

import gymnasium
import numpy as np
import numpy.typing as npt

import axio.envs  # noqa: F401  # makes the ids known
from axio.encoding import action_of
from axio.rules.tiles import orientations
from axio.rules.tracks import advanced

Weights = npt.NDArray[np.float64]


def best_choice(env: gymnasium.Env, seen: dict, weights: Weights) -> int:  # type: ignore[type-arg]
    """The choice whose tracks, sorted and weighed, come out highest."""
    view = env.unwrapped.game_state.observe(0)  # type: ignore[attr-defined]  # what the seat may know
    colours, stops = view.game.colours, view.game.stops
    worth, best = -np.inf, None
    for prospect in view.board.prospects(view.first):
        for marks in orientations(view.rack[0]):
            for place in prospect.placements(marks, colours):
                steps, _ = prospect.steps(place)
                after = float(weights @ np.sort(advanced(view.tracks[0], steps, colours, stops)))
                if after > worth:
                    worth, best = after, place
    assert best is not None
    return int(np.flatnonzero(seen["observation"]["actions"] == action_of(view, best))[0])


def play(env: gymnasium.Env, weights: Weights, seed: int) -> float:
    """The lowest colour at the end of one game."""
    seen, _ = env.reset(seed=seed)
    total, over = 0.0, False
    while not over:
        seen, reward, over, _, _ = env.step(best_choice(env, seen, weights))
        total += float(reward)
    return total


def learn(rounds: int = 12, people: int = 16, games: int = 4, seed: int = 1) -> tuple[Weights, list[float]]:
    """The weights found, and how the average of each round rose."""
    env = gymnasium.make("axio/RotaSolo-v2")
    chance = np.random.default_rng(seed)
    mean, spread, averages = np.zeros(5), np.ones(5), []
    for number in range(rounds):
        tried = mean + spread * chance.standard_normal((people, 5))
        seeds = range(games * number, games * (number + 1))
        results = np.array([np.mean([play(env, each, deal) for deal in seeds]) for each in tried])
        best = tried[np.argsort(results)[-people // 4 :]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.05
        averages.append(float(results.mean()))
        print(f"round {number + 1}: lowest colour {averages[-1]:.2f} on average, {results.max():.2f} at best")
    return mean, averages


if __name__ == "__main__":
    found, _ = learn()
    print("a point is worth, from the lowest colour up:", np.round(found / found[0], 2))
