"""Grades: by what the seat could know, true where the end is near, and sharp enough to tell bots apart."""

import json
from dataclasses import replace
from statistics import fmean

import msgspec
import numpy as np
import pytest

from axio.kernel import Worlds
from axio.review import review
from axio.review.grading import grade
from axio.review.reasons import ENGLISH, Consequence, because, text_of
from axio.review.reviewing import decision_of
from axio.rules import Observation, Place, State, parse_move

from .games import GAMES, played


def graded_bytes(state: State, move: str, ply: int) -> bytes:
    """The decision as a review holds it."""
    return msgspec.json.encode(decision_of(state.play(parse_move(move)), ply, 24, "k"))


@pytest.mark.parametrize("game", GAMES)
def test_grades_know_nothing_hidden(game: str) -> None:
    """Other racks, stacks and bag swapped: the grade stays the same byte for byte, in 20 games of each."""
    for seed in range(20):
        record = played(game, 2 + seed % 3, ("random",), str(seed))
        ply = 2 + seed % (len(record.moves) - 3)
        state, move = record.state(ply), str(record.moves[ply])
        swapped = state.observe(state.seat).sample(f"other {seed}")
        assert swapped != state
        assert graded_bytes(state, move, ply) == graded_bytes(swapped, move, ply)


@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("game", GAMES)
def test_last_placements_have_the_solved_value(game: str, seats: int) -> None:
    """A move that ends the game has exactly the value that the rules give it."""
    choices = [step.before for step in played(game, seats).steps() if len(step.before.legal_moves) > 1]
    state = choices[-1]
    view = state.observe(state.seat)
    decision = grade(view, list(view.legal_moves)[-1], 0, 400, "")
    afters = [(each, state.play(parse_move(each.move)).after) for each in decision.candidates]
    assert decision.played in [each.move for each, _ in afters]
    for each, after in afters:
        if after.outcome is None:
            continue
        won = (state.seat in after.outcome.winners) / len(after.outcome.winners)
        exact = min(after.tracks[0]) if seats == 1 else won
        assert (each.value, each.error) == pytest.approx((exact, 0), abs=1e-6)


def planted(view: Observation, worlds: int = 300) -> tuple[str, float]:
    """The move that playouts say is worst among some, and what it costs beside the best of them."""
    moves = list(view.legal_moves)
    some = [moves[at * (len(moves) - 1) // 11] for at in range(12)]
    shares = Worlds.sample(view, worlds, 99).playouts(some, policy="guessing").win_shares(view.seat)
    return str(some[int(np.argmin(shares))]), float(shares.max() - shares.min())


@pytest.mark.parametrize("game", GAMES)
def test_a_planted_blunder_is_found(game: str) -> None:
    """The move of a game that playouts say costs most gets a mark of a mistake at least."""
    states = [step.before for step in played(game, 2, ("careful",)).steps()]
    views = {
        ply: states[ply].observe(states[ply].seat) for ply in range(len(states) // 2, len(states) - 2, 4)
    }
    worst = {ply: planted(view) for ply, view in views.items() if not view.asked}
    ply = max(worst, key=lambda ply: worst[ply][1])
    assert worst[ply][1] > 0.1
    assert grade(views[ply], parse_move(worst[ply][0]), ply, 2000, "").mark in ("mistake", "blunder")


@pytest.mark.parametrize("game", GAMES)
def test_games_of_greedy_carry_marks(game: str) -> None:
    """Greedy's mistakes are found: at least three marks in a game."""
    assert len(review(played(game, 2), work=500).marked) >= 3


def test_bots_are_ordered_by_cost() -> None:
    """Sprout's decisions cost more than careful's, and careful's more than the planner's."""
    costs: dict[str, list[float]] = {}
    for bots in (("sprout", "careful"), ("careful", "planner")):
        record = played("axio", 2, bots, work=400)
        for bot, grades in zip(bots, review(record, work=400).grades, strict=True):
            costs.setdefault(bot, []).append(grades.mean_cost)
    assert fmean(costs["sprout"]) > fmean(costs["careful"]) > fmean(costs["planner"])


def test_a_decision_says_what_it_compared() -> None:
    """The move played is among the candidates, the best is first, nothing stands above it unless played."""
    for part in review(played("hex", 2), work=100).plies:
        each = part.decision
        moves = [candidate.move for candidate in each.candidates]
        assert len(set(moves)) == len(moves)
        assert not moves or (moves[0] == each.best and each.played in moves)
        assert all(c.value <= each.candidates[0].value or c.move == each.played for c in each.candidates)
        assert (each.mark is not None) == bool(each.reasons)
        assert each.best != each.played or (each.cost, each.error, each.mark) == (0, 0, None)


@pytest.mark.parametrize("game", GAMES)
def test_reasons_state_facts(game: str) -> None:
    """Every reason has its template, and what it says of scores is what the rules give."""
    seen = set()
    for step in played(game, 2, ("careful",)).steps():
        view = step.before.observe(step.before.seat)
        if not isinstance(step.move, Place):
            continue
        other = list(view.legal_moves)[-1]
        after = step.after.tracks[view.seat]
        for reason in because(view, step.move, other):
            seen.add(reason.key)
            assert text_of(reason)
            assert "{" not in text_of(reason)
            if reason.key == "lowest":
                assert (reason.facts["before"], reason.facts["after"]) == (
                    min(view.tracks[view.seat]),
                    min(after),
                )
            if reason.key == "points":
                assert reason.facts["points"] == sum(after) - sum(view.tracks[view.seat])
            if reason.key == "pyramid":
                assert len(step.after.board.pyramids) >= Consequence.of(view, step.move).pyramids > 0
    assert seen <= set(ENGLISH)
    assert len(seen) >= 3


def test_a_review_is_the_same_whatever_the_players_are_called() -> None:
    """Names are no part of it."""
    from axio.rules.record import Player

    record = played("rota", 2)
    named = replace(record, players=((Player("Ada"),), (Player("Bea"),)))
    assert json.dumps(review(named, work=8).as_data()) == json.dumps(review(record, work=8).as_data())
