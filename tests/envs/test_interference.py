"""Nothing hidden shows: replace all a seat cannot see, and every byte it is given stays the same."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

from axio.envs import axio_v2, hex_v2, rota_v2
from axio.envs.gymnasium_env import SeatEnv
from axio.rules import State

from .games import ALL, SEVERAL, positions

DOORS: dict[str, Any] = {"axio": axio_v2, "rota": rota_v2, "hex": hex_v2}


def worlds(state: State, seat: int) -> list[State]:
    """States the seat cannot tell from this one, with other tiles where there are any to exchange."""
    return [state.observe(seat).sample(f"{seat} {number}") for number in range(2)]


def hidden(state: State, seat: int) -> object:
    return [rack for other, rack in enumerate(state.racks) if other != seat], state.stacks


@pytest.mark.parametrize(("game", "seats"), SEVERAL)
def test_pettingzoo(game: str, seats: int) -> None:
    """PettingZoo: observation, mask, info and rewards of an agent depend on nothing hidden from its seat."""
    env, changed = DOORS[game].raw_env(seats=seats), 0
    for state in positions(game, seats, every=12):
        for seat, agent in enumerate(env.possible_agents):
            env.load(state)
            given = (env.observe(agent), env.infos[agent], env.rewards, env.agent_selection)
            for world in worlds(state, seat):
                changed += hidden(world, seat) != hidden(state, seat)
                env.load(world)
                again = (env.observe(agent), env.infos[agent], env.rewards, env.agent_selection)
                assert data_equivalence(given, again, exact=True)
    assert changed > seats


@pytest.mark.parametrize(("game", "seats"), ALL)
def test_gymnasium(game: str, seats: int) -> None:
    """Gymnasium: observation and info of the one seat depend on nothing hidden from it."""
    for state in positions(game, seats, every=12):
        env = SeatEnv(game, ("random",) * (seats - 1), seat=state.seat)
        env.reset(seed=0)
        given = env.load(state)
        for world in worlds(state, state.seat):
            assert data_equivalence(given, env.load(world), exact=True)


@pytest.mark.parametrize(("game", "seats"), ALL)
def test_vector(game: str, seats: int) -> None:
    """The vector environment: side by side, games that differ in what is hidden look the same."""
    env: Any = gymnasium.make_vec(f"axio/{game.capitalize()}SelfPlay-v2", num_envs=3, seats=seats)
    env.reset(seed=0)
    for state in positions(game, seats, every=12):
        env.batch.load(dict(enumerate([state, *worlds(state, state.seat)])))
        seen, info = env.resume()
        for array in (*seen["observation"].values(), seen["action_mask"], *info.values()):
            assert np.array_equal(array[0], array[1]) and np.array_equal(array[0], array[2])
