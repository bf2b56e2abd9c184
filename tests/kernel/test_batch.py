"""Batches: many games at once, dealt again when they end."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import axio
from axio.encoding import legal_actions, planes, vector
from axio.kernel import Batch

GAMES = [(name, seats) for name in ("axio", "hex", "rota") for seats in (1, 2, 3, 4)]


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_games_of_a_batch_are_independent_states(name: str, seats: int) -> None:
    """After many steps every game of a batch is a true state with its own legal moves and views."""
    batch = Batch(name, seats, n=16, seed=3)
    random = np.random.default_rng(0)
    for _ in range(20):
        found, counts = batch.legal()
        chosen = [found[g, random.integers(counts[g])] if counts[g] else -1 for g in range(16)]
        batch.step(np.array(chosen))
    found, counts = batch.legal()
    shown, numbers = batch.observe()
    for g in range(16):
        state = batch.store(g)
        assert sorted(found[g, : counts[g]].tolist()) == legal_actions(state).tolist()
        assert np.array_equal(shown[g], planes(state.observe(state.seat)))
        assert np.array_equal(numbers[g], vector(state.observe(state.seat)))
    assert len({batch.store(g) for g in range(16)}) == 16


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_random_steps_keep_to_the_rules(name: str, seats: int) -> None:
    """Long random play with auto-reset leaves states from which no tile is lost and all moves are legal."""
    batch = Batch(name, seats, n=8, seed=1)
    ended, _ = batch.random_steps(300)
    assert ended >= 8
    for g in range(8):
        state = batch.store(g)
        laid = [axio.rules.tiles.canonical(place.marks) for place in state.board.tiles]
        held = [tile for pile in (*state.racks, *state.stacks) for tile in pile]
        assert sorted([*laid, *held, *state.bag]) == sorted(state.game.tiles)
        assert len(state.legal_moves) > 0


def test_a_finished_game_is_dealt_again_by_the_next_step() -> None:
    """Auto-reset is Gymnasium's NEXT_STEP: the last position stays to be seen, then a new deal comes."""
    batch = Batch("axio", 2, n=1, seed=5)
    while not batch.over[0]:
        found, counts = batch.legal()
        done = batch.step(found[:, counts[0] - 1])
    assert done[0] == 1
    last = batch.store(0)
    assert last.outcome is not None
    assert tuple(batch.results()[1][0]) == last.outcome.ranking
    assert batch.step(np.array([0]))[0] == 0
    fresh = batch.store(0)
    assert fresh.placed == (0, 0)
    assert fresh.key != last.key


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    """No number a caller could send plays a move the rules do not allow."""
    for name in ("axio", "rota"):
        batch = Batch(name, 2, n=1, seed=2)
        before = batch.store(0)
        legal = set(legal_actions(before).tolist())
        actions = [a for a in range(-3, min(batch.layout.actions, 5000) + 3) if a not in legal]
        for action in actions:
            assert batch.step(np.array([action]), check=False)[0] == 2
        assert batch.store(0) == before
        with pytest.raises(axio.IllegalMove):
            batch.step(np.array([actions[-4]]))
        with pytest.raises(axio.Malformed, match="is not an action"):
            batch.step(np.array([batch.layout.actions]))


def test_a_seed_means_the_same_games_on_any_number_of_threads() -> None:
    """Same seed, same games, however the work is spread; another seed, other games."""
    rows = []
    for threads, seed in ((1, 4), (3, 4), (1, 5)):
        batch = Batch("hex", 3, n=33, seed=seed, threads=threads)
        batch.random_steps(70)
        rows.append(batch.rows.copy())
    assert np.array_equal(rows[0], rows[1])
    assert not np.array_equal(rows[0], rows[2])


def test_random_choices_and_draws_are_uniform() -> None:
    """The kernel's own chance favours no tile and no move."""
    batch = Batch("axio", 2, n=20_000, seed=11)
    first = np.bincount(batch._bytes[:, 96], minlength=15)
    expected = batch.plan.tables.totals / 100 * 20_000
    assert (np.abs(first - expected) < 5 * np.sqrt(expected)).all()
    state = axio.deal("axio", 2, "uniform")
    batch = Batch("axio", 2, n=len(state.legal_moves) * 60, seed=1)
    batch.load(dict.fromkeys(range(batch.n), state))
    batch.rows[:, 0] = Batch("axio", 2, n=batch.n, seed=2).rows[:, 0]
    batch.random_steps(1)
    chosen = Counter(str(batch.store(g).board.tiles[0]) for g in range(batch.n))
    assert chosen.keys() == {str(move) for move in state.legal_moves}
    assert all(abs(count - 60) < 5 * 60**0.5 for count in chosen.values())


def test_nonsense_is_refused_with_one_sentence() -> None:
    """Wrong devices, sizes and states are refused, and the message says what was expected."""
    with pytest.raises(axio.Malformed, match="device"):
        Batch("axio", 2, n=1, device="tpu")
    with pytest.raises(axio.Malformed, match="at least 1"):
        Batch("axio", 2, n=0)
    with pytest.raises(axio.Malformed, match="this batch's game"):
        Batch("axio", 2, n=1).load({0: axio.deal("axio", 3, "x")})
