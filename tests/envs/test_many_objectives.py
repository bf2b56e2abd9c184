"""Rewards with an entry a colour: ids, spaces and suites of MO-Gymnasium and MOMAland."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import mo_gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from mo_gymnasium.wrappers.wrappers import LinearReward

import axio.envs
from axio.envs.registration import modules

from .games import GAMES, SEVERAL

ONE = [name for name in axio.envs.IDS if "/mo-" in name and "selfplay" not in name]
KNOWN = ("Observation is not NumPy array", "Observation space for each agent probably should be")


class Weighed(LinearReward):
    """MO-Gymnasium's wrapper, which puts the same array of weights into every info; Gymnasium minds that."""

    def step(self, action: Any) -> Any:
        *given, info = super().step(action)
        return *given, {**info, "reward_weights": info["reward_weights"].copy()}


def any_choice(mask: np.ndarray[Any, Any], chance: np.random.Generator) -> int:
    return int(chance.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize("name", ONE)
def test_mo_gymnasium_takes_it(name: str) -> None:
    """Its suite holds: weighed into one number by its own wrapper, Gymnasium's checker finds nothing."""
    env: Any = mo_gymnasium.make(name)  # type: ignore[attr-defined]  # does not say that it exports it
    colours = len(env.unwrapped.game_state.game.colours)
    assert env.unwrapped.reward_space.shape == (colours,)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*different from the unwrapped version")
        check_env(Weighed(env), skip_render_check=True)


@pytest.mark.parametrize(("game", "seats"), SEVERAL)
def test_momaland_takes_it(game: str, seats: int) -> None:
    """MOMAland's own test of the interface holds."""
    from momaland.test.api_test import api_test

    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(modules[f"mo{game}_v2"].env(seats=seats), num_cycles=40)
    assert [str(each.message) for each in told if not str(each.message).startswith(KNOWN)] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_lowest_sum_is_the_result(game: str) -> None:
    """The lowest entry of the summed rewards is the sum of the rewards `low`."""
    env: Any = gymnasium.make(f"axio/mo-{game}-versus-v2", opponents=("random",))
    low: Any = gymnasium.make(f"axio/{game.capitalize()}Versus-v2", opponents=("random",), rewards="low")
    chance = np.random.default_rng(3)
    for seed in range(2):
        seen, _ = env.reset(seed=seed)
        low.reset(seed=seed)
        sums, total, over = np.zeros(env.unwrapped.reward_space.shape), 0.0, False
        while not over:
            chosen = any_choice(seen["action_mask"], chance)
            seen, reward, over, *_ = env.step(chosen)
            assert reward in env.unwrapped.reward_space
            sums += reward
            total += low.step(chosen)[1]
        assert sums.tolist() == list(env.unwrapped.game_state.tracks[0])
        assert sums.min() == total


def test_the_vector_environment_gives_vectors() -> None:
    """A row a game, of the seat that chose; `info` holds those of all seats."""
    env: Any = gymnasium.make_vec("axio/mo-axio-selfplay-v2", num_envs=4)
    seen, info = env.reset(seed=1)
    assert env.reward_space.shape == (4, 5)
    chance, sums = np.random.default_rng(0), np.zeros((4, 2, 5))
    for _ in range(12):
        seats = info["seat"]
        chosen = np.array([any_choice(mask, chance) for mask in seen["action_mask"]])
        seen, reward, _, _, info = env.step(chosen)
        assert reward in env.reward_space
        assert np.array_equal(reward, info["rewards"][np.arange(4), seats])
        sums += info["rewards"]
    assert np.array_equal(sums, env.batch.results()[0])
    _, reward, *_ = env.step(np.full(4, 10**6))
    assert (reward == -1).all()
