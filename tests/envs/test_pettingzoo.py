"""The PettingZoo environments: official suites, masks, order of seats, rewards."""

from __future__ import annotations

import warnings
from collections import defaultdict
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import axio
from axio.encoding import choice_of, vector
from axio.envs import axio_v2, hex_v2, rota_v2
from axio.envs.game_in_progress import GameInProgress
from axio.envs.rewards import shares
from axio.rules import Malformed

from .games import SEVERAL, board_of, legal_choices, positions, scoring_move

DOORS: dict[str, Any] = {"axio": axio_v2, "rota": rota_v2, "hex": hex_v2}
# Its own environments with masks do the same; it knows them by name.
KNOWN = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


@pytest.mark.parametrize(("game", "seats"), SEVERAL)
def test_official_suites_pass(game: str, seats: int) -> None:
    """PettingZoo's own tests of the interface and of seeding hold, wrapped as it is handed out."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(DOORS[game].env(seats=seats), num_cycles=100)
        seed_test(lambda: DOORS[game].env(seats=seats), num_cycles=50)
    assert [str(each.message) for each in told if not str(each.message).startswith(KNOWN)] == []


@pytest.mark.parametrize(("game", "seats"), SEVERAL)
def test_every_seat_sees_its_encoded_observation(game: str, seats: int) -> None:
    """Planes and vector of every seat are the encoding's own; the mask is the legal moves of who chooses."""
    env = DOORS[game].raw_env(seats=seats)
    for state in positions(game, seats):
        env.load(state)
        assert env.agent_selection == f"seat_{state.seat}"
        for seat, agent in enumerate(env.agents):
            seen = env.observe(agent)
            for name, part in board_of(state.observe(seat)).items():
                assert np.array_equal(seen["observation"][name], part)
            assert np.array_equal(seen["observation"]["vector"], vector(state.observe(seat)))
            legal = legal_choices(state) if seat == state.seat else []
            assert np.array_equal(np.flatnonzero(seen["action_mask"]), legal)
        assert env.infos[env.agent_selection]["action_mask"].sum() == len(state.legal_moves)


@pytest.mark.parametrize("game", DOORS)
def test_seats_are_selected_again_while_their_turn_lasts(game: str) -> None:
    """Through bonus placements and exchange questions the same seat is selected, and no reward is lost."""
    env = DOORS[game].raw_env(seats=2, rewards="low")
    again, earned = 0, 0.0
    for seed in range(6):
        env.load(near_the_end_of_its_tracks(axio.deal(game, 2, str(seed))))
        random, before = Random(seed), None
        given: dict[str, float] = defaultdict(float)
        for agent in env.agent_iter():
            _, reward, over, cut, _ = env.last()
            given[agent] += reward
            if over or cut:
                final = env.game_state
                env.step(None)
                continue
            state = env.game_state
            assert agent == f"seat_{state.to_move}"
            again += agent == before
            before = agent
            env.step(choice_of(state, scoring_move(state, random)))
        assert dict(given) == {f"seat_{seat}": min(scores) for seat, scores in enumerate(final.tracks)}
        earned += sum(given.values())
    assert again > 0 and earned > 0


def near_the_end_of_its_tracks(state: axio.State) -> axio.State:
    """All colours but one about to earn a bonus."""
    scores = (0, *(state.game.end - 1,) * (len(state.game.colours) - 1))
    return replace(state, tracks=(scores,) * state.game.seats)


@pytest.mark.parametrize(("game", "seats"), SEVERAL)
def test_outcome_rewards_are_the_ranking(game: str, seats: int) -> None:
    """When the game is over each seat is given what its place is worth; nothing before, nothing in all."""
    env = DOORS[game].raw_env(seats=seats)
    env.reset(seed=seats)
    chance, total = np.random.default_rng(1), dict.fromkeys(env.agents, 0.0)
    outcome = None
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        total[agent] += reward
        assert over or reward == 0
        outcome = env.game_state.outcome
        env.step(None if over else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    assert outcome is not None
    assert list(total.values()) == shares(np.array(outcome.ranking)).tolist()
    assert abs(sum(total.values())) < 1e-9


def test_choices_that_are_not_open() -> None:
    """Unwrapped they raise and change nothing; as handed out they end the game for who made them."""
    env = DOORS["rota"].raw_env()
    env.reset(seed=1)
    before = env.game_state
    for action in (10**9, -1, int(env.infos["seat_0"]["action_mask"].argmin()), None):
        with pytest.raises(Malformed):
            env.step(action)
    assert env.game_state == before
    handed = DOORS["rota"].env()
    handed.reset(seed=1)
    handed.step(int(handed.observe("seat_0")["action_mask"].argmin()))
    assert handed.terminations["seat_0"] and handed.rewards["seat_0"] == -1


def test_generators_are_their_own() -> None:
    """An environment deals from its own generator: neither NumPy's global one nor a neighbour counts."""
    env, neighbour = DOORS["axio"].raw_env(), DOORS["axio"].raw_env()
    env.reset(seed=5)
    first = env.game_state
    env.reset()
    second = env.game_state
    np.random.seed(1)  # the global one is the point
    neighbour.reset(seed=9)
    env.reset(seed=5)
    assert env.game_state == first
    neighbour.reset()
    env.reset()
    assert env.game_state == second != first


def test_wrong_settings_are_told() -> None:
    """One sentence says what was expected."""
    for settings in ({"seats": 1}, {"seats": 5}, {"rewards": "all"}, {"render_mode": "film"}):
        with pytest.raises(Malformed, match="expected"):
            DOORS["axio"].raw_env(**settings)
    with pytest.raises(Malformed, match="expected"):
        GameInProgress("axio", 2, "low").load(next(iter(positions("axio", 3))))
