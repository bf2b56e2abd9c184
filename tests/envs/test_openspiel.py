"""The OpenSpiel game: official simulation, playthroughs, chance, resampling, and a search that plays it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import axio.envs.openspiel  # noqa: F401  # makes the game known
from axio.encoding import action_of, legal_actions
from axio.envs.openspiel import resampling
from axio.envs.rewards import shares

from .games import ALL, SEVERAL, scoring_move
from .playthroughs import path, playthrough


def load(game: str, seats: int) -> Any:
    return pyspiel.load_game(f"python_axio(game={game},seats={seats})")


def walk(game: Any, seed: int, scoring: bool = True) -> Any:
    """The states in which a player chooses, and the last."""
    state, random = game.new_initial_state(), Random(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
            continue
        yield state
        now = state.node.state
        state.apply_action(
            action_of(now, scoring_move(now, random)) if scoring else random.choice(state.legal_actions())
        )
    yield state


@pytest.mark.parametrize(("game", "seats"), ALL)
def test_official_simulation_passes(game: str, seats: int) -> None:
    """OpenSpiel's own checks hold along a random game: legality, masks, observations, serialising."""
    pyspiel.random_sim_test(load(game, seats), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("game", "seats"), ALL)
def test_playthroughs_stay_the_same(game: str, seats: int) -> None:
    """The recorded game comes out again line by line; `python -m tests.envs.playthroughs` records it anew."""
    assert playthrough(game, seats) == path(game, seats).read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "seats"), ALL)
def test_it_is_the_game_of_the_rules(game: str, seats: int) -> None:
    """Legal actions, their texts, chances and returns are those of the plain rules."""
    spiel = load(game, seats)
    state = spiel.new_initial_state()
    bag = Counter(state.node.state.bag)
    for kind, chance in state.chance_outcomes():
        assert chance == bag[spiel.layout.kinds[kind]] / bag.total()
    for number, now in enumerate(walk(spiel, seed=seats)):
        state = now.node.state
        if number % 8 == 0 and not now.is_terminal():
            assert now.legal_actions() == legal_actions(state).tolist()
            action = now.legal_actions()[-1]
            assert now.string_to_action(now.action_to_string(action)) == action
        assert state.racks and (now.is_terminal() or now.current_player() == state.to_move)
    assert state.outcome is not None
    if seats == 1:
        assert now.returns() == [min(state.tracks[0])]
    else:
        assert now.returns() == shares(np.array(state.outcome.ranking)).tolist()
        assert abs(sum(now.returns())) < 1e-9


@pytest.mark.parametrize(("game", "seats"), SEVERAL)
def test_resampled_games_cannot_be_told_apart(game: str, seats: int) -> None:
    """A resampled state gives the player the same strings and tensors, and has a past that can be played."""
    spiel, random, others = load(game, seats), Random(1), 0
    for number, state in enumerate(walk(spiel, seed=5)):
        if number % 7 or state.is_terminal():
            continue
        player = number // 7 % seats
        other = state.resample_from_infostate(player, random.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.current_player() == state.current_player()
        others += other.history() != state.history()
        again = spiel.new_initial_state()
        for action in other.history():
            again.apply_action(action)
        assert str(again) == str(other)
    assert others > 0


def test_a_past_that_fits_nowhere_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no other past is found, the present is dealt anew all the same: the truth is never handed out."""
    monkeypatch.setattr(resampling, "_played_again", lambda now, dealt: None)
    *_, state, _ = walk(load("hex", 3), seed=2)
    others = [state.resample_from_infostate(0, Random(seed).random) for seed in range(5)]
    for other in others:
        assert other.information_state_string(0) == state.information_state_string(0)
        assert other.observation_string(0) == state.observation_string(0)
        now = other.node.state
        assert sorted(now.bag + sum(now.racks, ())) == sorted(
            state.node.state.bag + sum(state.node.state.racks, ())
        )
    assert any(other.information_state_string(1) != state.information_state_string(1) for other in others)


def test_who_is_asked_has_shown_what_it_lacks() -> None:
    """Nobody asked to exchange is dealt a tile of a colour it had none of."""
    for state in walk(load("hex", 2), seed=11):
        if not state.is_terminal() and state.node.state.asked:
            asked = state.node.state.seat
            other = state.resample_from_infostate(1 - asked, Random(3).random)
            assert other.node.state.asked
            break
    else:
        raise AssertionError("nobody was asked in this game")


def test_perfect_recall_tells_draws_apart() -> None:
    """A player's information differs where its own draws differ, and not where another's do."""
    spiel = load("axio", 2)
    first = next(iter(walk(spiel, seed=1)))
    other = first.resample_from_infostate(0, Random(9).random)
    assert other.information_state_string(0) == first.information_state_string(0)
    assert other.information_state_string(1) != first.information_state_string(1)


def test_ismcts_plays_it() -> None:
    """OpenSpiel's information set search plays rota and scores where a placement at random rarely does."""
    spiel = load("rota", 2)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(spiel, evaluator, 1.0, 12, random_state=np.random.RandomState(2))
    state = next(iter(walk(spiel, seed=4)))
    for _ in range(2):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_wrong_parameters_are_told() -> None:
    """A game or number of seats that does not exist is refused in one sentence."""
    for text in ("python_axio(game=chess)", "python_axio(seats=5)"):
        with pytest.raises(Exception, match="expected"):
            pyspiel.load_game(text)
