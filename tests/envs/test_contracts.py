"""What learning libraries rely on: seeds, copies, autoreset, masks, pictures, data sets, errors."""

from __future__ import annotations

import copy
import pickle
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode

import axio
from axio.encoding import chosen_move
from axio.envs import game_of_seed, modules
from axio.envs.datasets import collect, random_chooser, read_dataset, write_dataset
from axio.envs.gymnasium_env import SeatEnv
from axio.envs.gymnasium_vector_env import GamesEnv
from axio.envs.wrappers import FlatObservation
from axio.rules import IllegalMove, Malformed

from .games import GAMES


def any_choice(mask: np.ndarray[Any, Any], chance: np.random.Generator) -> int:
    return int(chance.choice(np.flatnonzero(mask)))


def choices(masks: np.ndarray[Any, Any], chance: np.random.Generator) -> np.ndarray[Any, Any]:
    return np.array([any_choice(mask, chance) for mask in masks])


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_means_one_game_everywhere(game: str) -> None:
    """Game i of a vector, the single environment, PettingZoo and the plain rules deal the same games."""
    many = GamesEnv(3, game, 2)
    many.reset(seed=7)
    table = modules[f"{game}_v2"].raw_env()
    for at in range(3):
        dealt = game_of_seed(game, 2, 7 + at)
        one = SeatEnv(game, ("random",))
        one.reset(seed=7 + at)
        table.reset(seed=7 + at)
        assert many.batch.store(at) == one.game_state == table.game_state == dealt
    many.reset()
    one.reset()
    table.reset()
    assert many.batch.store(2) == one.game_state == table.game_state == game_of_seed(game, 2, 9, 1)
    many.reset(seed=[5, None, 8])
    assert many.batch.store(2) == game_of_seed(game, 2, 8)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_by_themselves(game: str, duplicate: Any) -> None:
    """Copies of every kind of environment hold the game, and play the same from there."""
    chance = np.random.default_rng(4)
    one = gymnasium.make(f"axio/{game.capitalize()}Versus-v2", opponents=("random",))
    seen, _ = one.reset(seed=1)
    for _ in range(5):
        seen, *_ = one.step(any_choice(seen["action_mask"], chance))
    other, chosen = duplicate(one), any_choice(seen["action_mask"], chance)
    assert data_equivalence(one.step(chosen), other.step(chosen), exact=True)
    assert one.unwrapped.game_state == other.unwrapped.game_state  # type: ignore[attr-defined]
    table = modules[f"{game}_v2"].env()
    table.reset(seed=2)
    for _ in range(4):
        table.step(any_choice(table.observe(table.agent_selection)["action_mask"], chance))
    twin = duplicate(table)
    assert twin.unwrapped.game_state == table.unwrapped.game_state
    chosen = any_choice(table.observe(table.agent_selection)["action_mask"], chance)
    table.step(chosen)
    twin.step(chosen)
    assert data_equivalence(table.last(), twin.last(), exact=True)
    many = gymnasium.make_vec(f"axio/{game.capitalize()}SelfPlay-v2", num_envs=3)
    batch, _ = many.reset(seed=1)
    pair = duplicate(many)
    chosen_by_all = choices(batch["action_mask"], chance)
    assert data_equivalence(many.step(chosen_by_all), pair.step(chosen_by_all), exact=True)


@pytest.mark.parametrize("game", ["axio", "rota"])
def test_autoreset_modes_differ_only_in_when_they_deal(game: str) -> None:
    """All three play the same games; the mode stands where TorchRL and Gymnasium look."""
    results = []
    for mode in AutoresetMode:
        env = GamesEnv(3, game, 1, autoreset_mode=mode)
        assert env.autoreset_mode is env.metadata["autoreset_mode"] is mode
        seen, _ = env.reset(seed=6)
        returns, played = np.zeros(3), [[] for _ in range(3)]  # type: ignore[var-annotated]
        while min(map(len, played)) < 2:
            waiting = env._ended.copy()
            seen, reward, over, _, info = env.step(seen["action_mask"].argmax(axis=1))
            returns = np.where(waiting, 0, returns + reward)
            if mode is AutoresetMode.SAME_STEP and over.any():
                assert info["_final_obs"].tolist() == over.tolist()
                assert all(
                    info["final_obs"][at] in env.single_observation_space for at in np.flatnonzero(over)
                )
                assert (seen["action_mask"][over] == 0).any()
            elif over.any():
                assert (seen["action_mask"][over] == 1).all()
            for at in np.flatnonzero(over):
                played[at].append(returns[at])
                returns[at] = 0
            if mode is AutoresetMode.DISABLED and over.any():
                with pytest.raises(Malformed, match="reset_mask"):
                    env.step(np.zeros(3, np.int64))
                seen, _ = env.reset(options={"reset_mask": over})
        results.append([own[:2] for own in played])
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize("game", GAMES)
def test_flat_observations_and_masks(game: str) -> None:
    """The flat wrapper has boxes only; `action_masks()` gives the mask as bools."""
    env = FlatObservation(gymnasium.make(f"axio/{game.capitalize()}Solo-v2"))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*different from the unwrapped version")
        check_env(env, skip_render_check=True)
    assert all(isinstance(part, spaces.Box) for part in env.observation_space.values())  # type: ignore[attr-defined]
    seen, info = env.reset(seed=1)
    assert "action_mask" not in seen
    assert env.action_masks().dtype == np.bool_
    assert np.array_equal(env.get_wrapper_attr("action_masks")(), info["action_mask"])
    many = GamesEnv(2, game, 2)
    batch, _ = many.reset(seed=1)
    assert np.array_equal(many.action_masks(), batch["action_mask"] == 1)


@pytest.mark.parametrize("game", GAMES)
def test_choices_can_be_listed_moves(game: str) -> None:
    """With choices="moves" a choice is an index into a list whose rows describe the moves."""
    env = SeatEnv(game, ("random",), choices="moves")
    seen, _ = env.reset(seed=5)
    chance = np.random.default_rng(1)
    for _ in range(6):
        assert seen in env.observation_space
        numbered = env.choices()
        assert sorted(numbered.values()) == np.flatnonzero(seen["action_mask"]).tolist()
        assert all(env.move_of(number) == move for move, number in [*numbered.items()][::29])
        assert {*env.choices()} == {*env.game_state.legal_moves}
        chosen = any_choice(seen["action_mask"], chance)
        plan = env._playing.layout
        assert chosen_move(plan, seen["observation"], chosen) == env.move_of(chosen)
        seen, *_ = env.step(chosen)
    planes = SeatEnv(game, board="planes")
    seen, _ = planes.reset(seed=5)
    assert seen in planes.observation_space and "planes" in seen["observation"]
    assert planes.move_of(int(seen["action_mask"].argmax())) in planes.game_state.legal_moves


@pytest.mark.parametrize("game", GAMES)
def test_pictures(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`rgb_array` gives pixels of one size all along, `ansi` text, and `human` prints it at every step."""
    env = SeatEnv(game, render_mode="rgb_array")
    seen, _ = env.reset(seed=1)
    first = env.render()
    seen, *_ = env.step(int(seen["action_mask"].argmax()))
    second = env.render()
    assert isinstance(first, np.ndarray) and isinstance(second, np.ndarray)
    assert first.shape == second.shape == (480, 640, 3) and not np.array_equal(first, second)
    SeatEnv(game, render_mode="human").reset(seed=1)
    assert env.game_state.game.colours[0] in capsys.readouterr().out


def test_episodes_are_bounded() -> None:
    """Whoever never makes an open choice is cut short; whoever does never is."""
    env = SeatEnv("axio", max_choices=3)
    seen, _ = env.reset(seed=1)
    closed = int(seen["action_mask"].argmin())
    assert [env.step(closed)[3] for _ in range(3)] == [False, False, True]
    with pytest.raises(Malformed, match="reset"):
        env.step(closed)
    many = GamesEnv(2, "rota", 1, max_choices=3)
    many.reset(seed=1)
    cuts = [many.step(np.full(2, -1))[3].tolist() for _ in range(4)]
    assert cuts == [[False] * 2, [False] * 2, [True] * 2, [False] * 2]
    endless: Any = gymnasium.make("axio/HexSolo-v2")
    endless.reset(seed=1)
    assert any(endless.step(15337)[3] for _ in range(400))


@pytest.mark.parametrize("suffix", [".npz", ".parquet"])
def test_data_sets_hold_whole_games(tmp_path: Path, suffix: str) -> None:
    """What is written is read again: the actions replay each game from its seed to its result."""
    path = tmp_path / f"games{suffix}"
    rows = write_dataset(path, "rota", 2, random_chooser(3), games=3, seed=11)
    columns, fresh = read_dataset(path), collect("rota", 2, random_chooser(3), games=3, seed=11)
    assert columns.keys() == fresh.keys() and rows == len(columns["step"])
    assert all(np.array_equal(columns[name], fresh[name]) for name in fresh)
    for episode in range(3):
        own = columns["episode"] == episode
        state = game_of_seed("rota", 2, int(columns["seed"][own][0]))
        gains = np.zeros((2, 5))
        for action, seat, reward in zip(
            *(columns[name][own] for name in ("action", "seat", "reward")), strict=True
        ):
            assert seat == state.seat
            state = state.play(axio.encoding.move_of(state, int(action))).after
            gains[seat] += reward
        assert state.over and state.outcome is not None and columns["terminated"][own].sum() == 1
        assert gains.tolist() == [list(scores) for scores in state.tracks]
        won = [1.0 if place == 1 else -1.0 for place in state.outcome.ranking]
        assert (
            set(zip(columns["seat"][own], columns["outcome"][own], strict=True)) <= {*enumerate(won)}
            or 1 in won
        )
    with pytest.raises(Malformed, match="parquet"):
        write_dataset(tmp_path / "games.csv", "rota", 2, random_chooser(), games=1)


@pytest.mark.parametrize("policy", ["greedy", "guessing", "random"])
def test_opponents_in_compiled_code(policy: str) -> None:
    """It is always the own seat's turn, games end, and the outcome is that of the own seat."""
    env = GamesEnv(4, "axio", 2, rewards="outcome", opponents=(policy,), seat=[0, 1, 0, 1])
    seen, info = env.reset(seed=1)
    chance, outcomes = np.random.default_rng(0), []
    for _ in range(40):
        assert np.array_equal(info["seat"][~env._ended], np.array([0, 1, 0, 1])[~env._ended])
        seen, reward, over, _, info = env.step(choices(seen["action_mask"], chance))
        _, places = env.batch.results()
        assert all(
            (reward[at] > 0) == (places[at, at % 2] < places[at, 1 - at % 2]) for at in np.flatnonzero(over)
        )
        outcomes += reward[over].tolist()
    assert outcomes and (policy == "random" or np.mean(outcomes) < -0.5)


def test_mistakes_are_told_in_one_sentence() -> None:
    """Stepping before reset, wrong seats, names and seeds, peeking: it is said what was expected."""
    with pytest.raises(Malformed, match=r"reset\(\) before step"):
        SeatEnv("axio").step(0)
    with pytest.raises(Malformed, match=r"reset\(\) before step"):
        GamesEnv(2, "axio").step(np.zeros(2, np.int64))
    with pytest.raises(Malformed, match=r"reset\(\) before step"):
        modules["axio_v2"].raw_env().step(0)
    wrong: list[dict[str, Any]] = [
        {"opponents": "denying"},
        {"opponents": "greedy", "seat": 2},
        {"seat": 1},
        {"opponents": "greedy", "seats": 1},
        {"autoreset_mode": "Never"},
        {"board": "lists"},
    ]
    for settings in wrong:
        with pytest.raises(Malformed, match="expected"):
            GamesEnv(2, "axio", **settings)
    env = GamesEnv(2, "axio")
    env.reset(seed=1)
    for reset in ({"seed": [1]}, {"options": {"reset_mask": np.zeros(3, bool)}}):
        with pytest.raises(Malformed, match="expected"):
            env.reset(**reset)
    with pytest.raises(Malformed, match="one for each"):
        env.step(np.zeros(3, np.int64))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(gymnasium.error.Error, match="v2"):
            gymnasium.make("axio/AxioSolo-v1")
    solo = SeatEnv("axio")
    seen, _ = solo.reset(seed=1)
    while not solo.game_state.over:
        seen, *_ = solo.step(int(seen["action_mask"].argmax()))
    with pytest.raises(IllegalMove, match="over"):
        solo.step(0)
