"""The fused step: every game it advances is the plain rules' own, move by move, with the same draws."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import axio
from axio.encoding import (
    GridLayout,
    choice_of,
    legal_actions,
    lists,
    mask,
    move_of,
    pack,
    planes,
    vector,
)
from axio.envs import game_of_seed
from axio.kernel import Batch
from axio.kernel.device.play.advance import ACTIONS, AGAIN, CUT, DEALT, OVER, UNOPEN
from axio.kernel.host.stepping import Settings, Stepping
from axio.rules import State

GAMES = [(name, seats) for name in ("axio", "hex", "rota") for seats in (1, 2, 3, 4)]
SEEDS = (3, 2**64 - 1)


def stepping(name: str, seats: int, **settings: Any) -> Stepping:
    batch = Batch(name, seats, n=len(SEEDS), threads=1)
    batch.reset(seeds=np.array(SEEDS, np.uint64))
    natural = "planes" if batch.layout.dense else "lists"
    return Stepping(batch, Settings(**{"boards": natural, "log": True, **settings}))


def board(state: State) -> bytes:
    view = state.observe(state.seat)
    if axio.encoding.layout(state.game).dense:
        return planes(view).tobytes()
    return b"".join(part.tobytes() for part in lists(view))


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_steps_are_those_of_the_rules(name: str, seats: int) -> None:
    """Boards, vectors, masks, rewards, ends and new deals equal those of the plain rules."""
    games = stepping(name, seats, rewards="tracks")
    chance, numbers = np.random.default_rng(seats), [0] * len(SEEDS)
    states = [game_of_seed(name, seats, seed) for seed in SEEDS]
    shown, ends = games.start(), 0
    for _ in range(70):
        for at, state in enumerate(states):
            assert shown.boards[at].tobytes() == board(state)
            assert np.array_equal(shown.vectors[at], vector(state.observe(state.seat)))
            open_ = np.flatnonzero(shown.masks[at]).tolist()
            legal = sorted(choice_of(state, move) for move in state.legal_moves)
            assert open_ == (list(range(shown.masks.shape[1])) if state.over else legal)
        chosen = [int(chance.choice(np.flatnonzero(row))) for row in shown.masks]
        before, now = states, list(states)
        for at, state in enumerate(before):
            if state.over:
                numbers[at] += 1
                now[at] = game_of_seed(name, seats, SEEDS[at], numbers[at])
            else:
                by_choice = {choice_of(state, move): move for move in state.legal_moves}
                now[at] = state.play(by_choice[chosen[at]]).after
        stepped = games.advance(np.array(chosen))
        shown, states = stepped.shown, now
        for at, (old, new) in enumerate(zip(before, now, strict=True)):
            assert games.batch.store(at) == new
            told = DEALT if old.over else OVER if new.over else 0
            assert stepped.done[at] == told
            gains = (
                np.zeros((seats, len(new.game.colours))) if old.over else np.subtract(new.tracks, old.tracks)
            )
            assert np.array_equal(stepped.rewards[at], gains)
            ends += told == OVER
    assert ends > 0


@pytest.mark.parametrize(("name", "seats"), [("axio", 2), ("axio", 1), ("hex", 3), ("rota", 2), ("rota", 1)])
def test_listed_moves_say_what_they_gain(name: str, seats: int) -> None:
    """Actions are the legal ones in order; gains and pyramids are those of the plain rules after the move."""
    games = stepping(name, seats, choices="moves")
    chance, shown = np.random.default_rng(5), games.start()
    width = shown.moves.shape[1] // shown.found.shape[1]
    for step in range(44):
        counts = [int(count) for count in shown.counts]
        for at, count in enumerate(counts):
            state = games.batch.store(at)
            assert games.listed(at).tolist() == legal_actions(state).tolist()
            assert shown.masks[at].sum() == (shown.masks.shape[1] if state.over else count)
            assert not shown.moves[at, width * count :].any()
            if step % 11 == 7 and not state.over:
                features = shown.moves[at].reshape(-1, width)
                for action, row in zip(games.listed(at).tolist(), features[:count], strict=True):
                    after = state.play(move_of(state, action)).after
                    assert row[6:].tolist() == np.subtract(after.tracks, state.tracks)[state.seat].tolist()
                    assert row[4] == len(set(after.board.pyramids) - set(state.board.pyramids))
        best = [_best(shown, at, width, chance) for at in range(len(counts))]
        shown = games.advance(np.array(best)).shown


def _best(shown: Any, at: int, width: int, chance: np.random.Generator) -> int:
    """Mostly a move that gains much: only so are stops reached and pyramids raised."""
    count = max(int(shown.counts[at]), 1)
    if chance.random() < 0.2:
        return int(chance.integers(count))
    return int(shown.moves[at].reshape(-1, width)[:count, 6:].sum(axis=1).argmax())


@pytest.mark.parametrize("name", ["axio", "hex"])
def test_packed_masks_come_with_the_step(name: str) -> None:
    """The packed mask of a step is that of the encoding."""
    games = stepping(name, 2, masks="packed", boards=None)
    shown = games.start()
    for _ in range(12):
        states = [games.batch.store(at) for at in range(len(SEEDS))]
        plan = games.batch.layout
        assert np.array_equal(shown.packed, pack(plan, np.stack([mask(state) for state in states])))
        assert isinstance(plan, GridLayout)
        actions = np.array([legal_actions(state)[-1] for state in states])
        shown = games.advance(actions, AGAIN | ACTIONS).shown


def test_what_is_kept_never_changes() -> None:
    """Arrays that someone holds, or a part of which someone holds, are not written again; others are."""
    games = stepping("axio", 2)
    shown, kept = games.start(), []
    for _ in range(12):
        masks = shown.masks
        kept.append((masks[0, :40], shown.vectors, masks[0, :40].copy(), shown.vectors.copy()))
        chosen = masks.argmax(axis=1)
        del masks, shown
        shown = games.advance(chosen).shown
    assert all(np.array_equal(part, then) for part, _, then, _ in kept)
    assert all(np.array_equal(whole, then) for _, whole, _, then in kept)
    assert len(games._sets) >= 12
    kept.clear()
    sets = len(games._sets)
    for _ in range(5):
        shown = games.advance(shown.masks.argmax(axis=1)).shown
    assert len(games._sets) == sets


@pytest.mark.parametrize("name", ["axio", "rota"])
def test_choices_that_are_not_open_change_nothing(name: str) -> None:
    """They say so; at the limit the game is cut short, and the next step deals another."""
    games = stepping(name, 2, limit=4)
    before = games.start().masks.copy()
    states = [games.batch.store(at) for at in range(len(SEEDS))]
    closed = np.array([int((row == 0).argmax()) for row in before])
    told = []
    for choices in (closed, np.full(2, -1), np.full(2, 10**9), closed, closed):
        told.append(int(games.advance(choices).done[0]))
        if len(told) < 5:
            assert [games.batch.store(at) for at in range(len(SEEDS))] == states
    assert told == [UNOPEN, UNOPEN, UNOPEN, UNOPEN | CUT, DEALT]


@pytest.mark.parametrize(("name", "seats"), [("axio", 2), ("hex", 3), ("rota", 2)])
def test_opponents_play_until_the_own_seat_is_to_move(name: str, seats: int) -> None:
    """The log replays: what the own seat and the policies played are moves of the plain rules."""
    batch = Batch(name, seats, n=len(SEEDS), threads=1)
    batch.reset(seeds=np.array(SEEDS, np.uint64))
    natural = "planes" if batch.layout.dense else "lists"
    games = Stepping(batch, Settings(natural, rewards="outcome", log=True), np.array([0, 1]))
    games.oppose(["concave", "guessing"], np.array([0, 1]))
    shown = games.start()
    for _ in range(8):
        stepped = games.advance(shown.masks.argmax(axis=1))
        shown = stepped.shown
        for at, seat in enumerate((0, 1)):
            state = batch.store(at)
            assert state.over or state.seat == seat
            assert np.array_equal(shown.vectors[at], vector(state.observe(seat)))
    for at, seed in enumerate(SEEDS):
        now = game_of_seed(name, seats, seed)
        for action in games.log[at].tolist():
            if now == batch.store(at) or now.over:
                break
            now = now.play(move_of(now, action)).after
        assert now == batch.store(at)
