"""What random games seldom reach, in lockstep all the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import axio
from axio.encoding import action_of, layout, legal_actions
from axio.encoding.layout import WindowLayout

from .lockstep import Lockstep, random_chooser, scoring_chooser

GAMES = [(name, seats) for name in ("axio", "hex", "rota") for seats in (1, 2, 3, 4)]


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_tracks_near_their_end(name: str, seats: int) -> None:
    """Axios, chains of bonus placements, lapsing bonuses and instant wins, from tracks about to end."""
    both = Lockstep(name, seats)
    endings, owed = set(), 0
    choose = scoring_chooser(7)
    for number in range(12):
        state = axio.deal(name, seats, f"near {number}")
        colours = len(state.game.colours)
        tracks = tuple(
            tuple(state.game.end - 1 - (s + c + number) % 3 for c in range(colours)) for s in range(seats)
        )
        both.load(replace(state, tracks=tracks))
        while not both.state.over:
            both.play(choose(both.state, both.legal))
            owed = max(owed, both.state.owed)
        endings.add(both.state.ending)
    assert "instant" in endings
    assert owed >= 1 or not state.game.bonus


def test_solo_stops_at_the_first_board() -> None:
    """Solo's two boards: a step that reaches 18 stops there, and the better order of two halves counts."""
    for name in ("axio", "hex"):
        both = Lockstep(name, 1)
        choose = scoring_chooser(3)
        for number in range(25):
            state = axio.deal(name, 1, f"solo {number}")
            both.load(
                replace(
                    state, tracks=(tuple((13 + c + number) % 5 + 14 for c in range(len(state.game.colours))),)
                )
            )
            while not both.state.over:
                both.play(choose(both.state, both.legal))


def test_more_pyramids_than_the_box_holds() -> None:
    """The 21st pyramid is the oldest one moved; its space stays empty and dead."""
    both = Lockstep("axio", 4)
    most = 0
    for number in range(12):
        both.deal(f"pyramids {number}")
        while not both.state.over:
            raising = _raising(both.state)
            both.play(raising if raising is not None else random_chooser(number)(both.state, both.legal))
            most = max(most, _dead(both.state))
        if most:
            break
    assert most, "no game raised 21 pyramids"


def _raising(state: axio.State) -> int | None:
    """An action that raises a pyramid, if there is one."""
    if state.asked:
        return None
    tile = state.racks[state.seat][0]
    for prospect in state.board.prospects(state.first):
        if prospect.pyramids:
            return action_of(state, axio.Place(tile, prospect.cells))
    return None


def _dead(state: axio.State) -> int:
    """Spaces a pyramid was taken from."""
    board = state.board
    return sum(board._isolated(number) for number in range(len(board.marks)))  # type: ignore[attr-defined]


def test_the_bag_runs_empty() -> None:
    """Racks shrink, nothing is exchanged, and who has no tile ends the game. (The bag is thinned out here:
    80 tiles at most find room on the board for four, so that a full one never quite runs out.)"""
    for name, seats in (("axio", 4), ("axio", 2), ("hex", 3)):
        both = Lockstep(name, seats, views=False)
        for left in (0, 1, 4, 11):
            state = axio.deal(name, seats, f"empty {left}")
            both.load(replace(state, bag=state.bag[::7][:left]))
            while not both.state.over:
                both.play(random_chooser(left)(both.state, both.legal))
            assert not both.state.bag
            assert not both.state.racks[both.state.seat]


@pytest.mark.parametrize("step", [(1, 0), (0, 1), (-1, 0), (0, -1)])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_straight_lines(seats: int, step: tuple[int, int]) -> None:
    """A display that grows in one straight line stays inside the window, to the last tile."""
    both = Lockstep("rota", seats)
    both.deal(f"line {seats} {step}")
    plan = layout(both.state.game)
    assert isinstance(plan, WindowLayout)
    end = axio.Cell(1, 1) if max(step) > 0 else axio.Cell(0, 0)
    while not both.state.over:
        end = end + step
        both.play(next(action_of(both.state, m) for m in both.state.legal_moves if m.at == (end,)))  # type: ignore[union-attr]
    assert both.state.ending == "stacks"
    assert abs(end.column) + abs(end.row) >= 12 * seats


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_window_holds_the_longest_line(seats: int) -> None:
    """Even with every bonus a game can give, the last tile and its action number are inside the window."""
    state = axio.deal("rota", seats, "window")
    plan = layout(state.game)
    assert isinstance(plan, WindowLayout)
    most = 12 * seats + min(len(state.bag), 4 * seats)
    held = state.racks[0][0]
    for cell in ((1 + most, 0), (0, 1 + most), (-most, 0), (0, -most)):
        number = action_of(state, axio.Place(held, (axio.Cell(*cell),)))
        assert 0 <= number < plan.actions
    with pytest.raises(axio.Malformed, match="window"):
        action_of(state, axio.Place(held, (axio.Cell(2 + most, 0),)))


def test_bonus_lines_reach_further() -> None:
    """Bonus placements lengthen a line: seats one step from every axio still stay inside the window."""
    both = Lockstep("rota", 4)
    for number in range(4):
        state = axio.deal("rota", 4, f"bonus line {number}")
        both.load(replace(state, tracks=((11, 11, 11, 11, 0),) * 4))
        end = axio.Cell(1, 1)
        while not both.state.over:
            end = axio.Cell(end.column + 1, end.row)
            here = [m for m in both.state.legal_moves if m.at == (end,)]  # type: ignore[union-attr]
            both.play(action_of(both.state, here[0]))
        assert np.array_equal(legal_actions(both.state), [])
