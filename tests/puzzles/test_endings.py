"""Proved endings: the value of every move is what counting every rack by the rules alone gives."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from statistics import fmean

import pytest

from axio.puzzles.endings import best_moves, share, solved
from axio.rules import Keep, Move, Observation, State
from axio.rules.tracks import low
from tests.review.games import GAMES, played


def by_the_rules(state: State, viewer: int) -> float:
    """The viewer's share if the seat to move, which sees all it needs, plays its best to the end."""
    if state.over:
        return share(state, viewer)
    if state.asked:
        return by_the_rules(state.play(Keep()).after, viewer)
    ends = [_end(state.play(move).after) for move in state.legal_moves]
    best = max(ends, key=lambda end: (share(end, state.seat), low(end.tracks[state.seat])))
    return share(best, viewer)


def _end(state: State) -> State:
    assert state.over
    return state


def every_rack(view: Observation, move: Move) -> float:
    """The mean over every rack that the other seat may hold, each tried."""
    state, other = view.sample("test"), 1 - view.seat
    size = view.rack_sizes[other]
    shares = []
    for held in combinations(view.unseen, size):
        racks = tuple(held if seat == other else rack for seat, rack in enumerate(state.racks))
        shares.append(by_the_rules(replace(state, racks=racks).play(move).after, view.seat))
    return fmean(shares)


def endings(game: str) -> Iterator[Observation]:
    """Last positions; the other seat holds at most two tiles, so that all its racks can be tried."""
    for seed in range(20):
        for step in list(played(game, 2, ("random",), str(seed)).steps())[-3:]:
            view = step.before.observe(step.before.seat)
            sizes = tuple(n if seat == view.seat else min(n, 2) for seat, n in enumerate(view.rack_sizes))
            yield replace(view, rack_sizes=sizes, bag_size=view.bag_size + sum(view.rack_sizes) - sum(sizes))


@pytest.mark.parametrize("game", GAMES)
def test_endings_are_worth_what_counting_every_rack_gives(game: str) -> None:
    """The quick count over tiles equals the plain one over racks, also where the other seat replies."""
    last = replied = 0
    wanted = 2 if game != "rota" else 0  # of which the last placement alone is proved
    for view in endings(game):
        if last and replied == wanted:
            return
        for move, found in (solved(view) or {}).items():
            after = view.sample("x").play(move).after
            if after.over:
                last += 1
                assert found == share(after, view.seat)
            elif after.seat != view.seat and replied < wanted:
                replied += 1
                assert found == pytest.approx(every_rack(view, move))
    raise AssertionError(f"{last} last placements and {replied} replies: too few")


def test_a_game_that_may_go_on_is_not_proved() -> None:
    """In the middle of a game nobody knows the end."""
    for game in GAMES:
        record = played(game, 2)
        state = record.state(len(record.moves) // 2)
        assert solved(state.observe(state.seat)) is None


def test_several_moves_can_be_best() -> None:
    """Sums of the same fractions in another order are equal."""
    first, second, third = list(played("axio", 2).opening.legal_moves)[:3]
    assert best_moves({first: 0.1 + 0.2, second: 0.3, third: 0.29}) == (first, second)
