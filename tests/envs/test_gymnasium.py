"""The Gymnasium environments: official checks, solo, against bots, and the vector environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import axio.envs
from axio.encoding import vector
from axio.envs.gymnasium_env import SeatEnv
from axio.envs.registration import KINDS
from axio.rules import IllegalMove, Malformed

from .games import ALL, GAMES, board_of, legal_choices, positions

PLAIN = [name for name in axio.envs.IDS if "/mo-" not in name]
ONE = [name for name in PLAIN if "SelfPlay" not in name]
MANY = [name for name in PLAIN if "Versus" not in name]


def any_choice(mask: np.ndarray[Any, Any], chance: np.random.Generator) -> int:
    legal = np.flatnonzero(mask)
    return int(chance.choice(legal)) if len(legal) else 0


def test_every_game_has_every_kind() -> None:
    """There is a versioned id for each game and kind of environment."""
    assert len(axio.envs.IDS) == len(set(axio.envs.IDS)) == len(GAMES) * len(KINDS) * 2
    assert all(name in gymnasium.registry and name.endswith("-v2") for name in axio.envs.IDS)


@pytest.mark.parametrize("name", ONE)
def test_official_check_passes(name: str) -> None:
    """Gymnasium's checker finds nothing, not even something to warn of (warnings are errors here)."""
    check_env(gymnasium.make(name, render_mode="ansi").unwrapped)


@pytest.mark.parametrize("game", GAMES)
def test_solo_rewards_sum_to_the_lowest_colour(game: str) -> None:
    """The return of a solo game is its result."""
    env = gymnasium.make(f"axio/{game.capitalize()}Solo-v2")
    chance = np.random.default_rng(2)
    for seed in range(3):
        seen, info = env.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            seen, reward, over, cut, info = env.step(any_choice(seen["action_mask"], chance))
            total += float(reward)
            assert not cut
        state = env.unwrapped.game_state  # type: ignore[attr-defined]
        assert total == min(state.tracks[0]) == info["tracks"].min()
        assert info["ranking"].tolist() == [1]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_bots_play_the_other_seats(seat: int) -> None:
    """Whatever the seat, it is always its turn, the named bots play, and the outcome is the ranking."""
    env = gymnasium.make("axio/RotaVersus-v2", opponents=("greedy", "random"), seat=seat)
    bare: Any = env.unwrapped
    assert [bot.name for bot in bare.bots.values()] == ["greedy", "random"] and seat not in bare.bots
    seen, info = env.reset(seed=4)
    chance, over, reward = np.random.default_rng(1), False, 0.0
    while not over:
        assert bare.game_state.to_move == seat
        seen, reward, over, _, info = env.step(any_choice(seen["action_mask"], chance))  # type: ignore[assignment]
    outcome = bare.game_state.outcome
    assert info["ranking"].tolist() == list(outcome.ranking)
    assert reward == {1: 1.0, 2: 0.0, 3: -1.0}[outcome.ranking[seat]]


def test_the_same_seed_meets_the_same_opponents() -> None:
    """Deals and bots draw from the environment's generator alone."""
    histories = []
    for _ in range(2):
        env = gymnasium.make("axio/AxioVersus-v2", opponents=("random",))
        seen, _ = env.reset(seed=11)
        chance, states = np.random.default_rng(0), []
        for _ in range(8):
            seen, *_ = env.step(any_choice(seen["action_mask"], chance))
            states.append(env.unwrapped.game_state)  # type: ignore[attr-defined]
        histories.append(states)
    assert histories[0] == histories[1]


def test_choices_that_are_not_open_change_nothing() -> None:
    """They give the penalty and say so; after the end nothing can be chosen."""
    env: Any = gymnasium.make("axio/HexSolo-v2", illegal_reward=-0.5).unwrapped
    seen, _ = env.reset(seed=1)
    before = env.game_state
    closed = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, over, cut, info = env.step(closed)
    assert (reward, over, cut, info["illegal"]) == (-0.5, False, False, True)
    assert env.game_state == before
    chance = np.random.default_rng(0)
    while not env.game_state.over:
        seen, *_ = env.step(any_choice(env._seen()["action_mask"], chance))
    with pytest.raises(IllegalMove, match="over"):
        env.step(0)


def test_wrong_settings_are_told() -> None:
    """One sentence says what was expected."""
    settings: list[dict[str, Any]] = [
        {"opponents": ("nobody",)},
        {"seat": 2},
        {"rewards": "all"},
        {"render_mode": "film"},
        {"board": "cube"},
        {"choices": "all"},
        {"max_choices": 0},
    ]
    for each in settings:
        with pytest.raises(Malformed, match="expected"):
            SeatEnv("axio", **{"opponents": ("greedy",), **each})


@pytest.mark.parametrize(("game", "seats"), ALL)
def test_vector_sees_what_the_rules_see(game: str, seats: int) -> None:
    """In every game of the vector the observation and the choices are those of the seat to move."""
    states = positions(game, seats, every=6)
    env: Any = gymnasium.make_vec(f"axio/{game.capitalize()}SelfPlay-v2", num_envs=len(states), seats=seats)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    env.reset(seed=0)
    env.batch.load(dict(enumerate(states)))
    seen, info = env.resume()
    assert seen in env.observation_space
    for at, state in enumerate(states):
        view = state.observe(state.seat)
        assert info["seat"][at] == state.seat
        for name, part in board_of(view).items():
            assert np.array_equal(seen["observation"][name][at], part)
        assert np.array_equal(seen["observation"]["vector"][at], vector(view))
        assert np.array_equal(np.flatnonzero(seen["action_mask"][at]), legal_choices(state))


@pytest.mark.parametrize("name", MANY)
def test_vector_deals_again_in_the_step_after_the_end(name: str) -> None:
    """Autoreset is as declared; what a game gave in all is its result; illegal choices give the penalty."""
    env: Any = gymnasium.make_vec(name, num_envs=6, rewards="low")
    seen, info = env.reset(seed=3)
    chance, over = np.random.default_rng(5), np.zeros(6, bool)
    given = np.zeros((6, env.batch.game.seats))
    ends = 0
    for _ in range(90):
        chosen = np.array([any_choice(mask, chance) for mask in seen["action_mask"]])
        before, movers = over, info["seat"]
        seen, reward, over, cut, info = env.step(chosen)
        assert np.array_equal(reward, info["rewards"][np.arange(6), movers])
        given = np.where(before[:, None], 0, given + info["rewards"])
        assert not cut.any() and not info["illegal"].any() and not (before & over).any()
        assert (reward[before] == 0).all()
        assert (seen["action_mask"][over] == 1).all() and seen["action_mask"][~over].any(axis=1).all()
        tracks, _ = env.batch.results()
        assert np.array_equal(given, tracks.min(axis=-1))
        ends += int(over.sum())
    assert ends > 6
    seen, *_ = env.step(np.array([any_choice(mask, chance) for mask in seen["action_mask"]]))
    _, reward, _, _, info = env.step(np.full(6, env.single_action_space.n - 1))
    assert (reward[info["illegal"]] == -1).all()


def test_vector_is_deterministic_whatever_the_threads() -> None:
    """The same seed and choices, the same games."""
    runs = []
    for threads in (1, 2):
        env: Any = gymnasium.make_vec("axio/AxioSelfPlay-v2", num_envs=5, threads=threads)
        seen, _ = env.reset(seed=8)
        chance = np.random.default_rng(0)
        for _ in range(10):
            seen, *_ = env.step(np.array([any_choice(mask, chance) for mask in seen["action_mask"]]))
        runs.append([env.batch.store(at) for at in range(5)])
    assert runs[0] == runs[1]
