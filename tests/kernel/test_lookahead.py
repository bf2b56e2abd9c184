"""The policy that looks a move further, and the end of games solved, against the plain rules."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

import axio
from axio.kernel import Worlds, appraised
from axio.kernel.host.policy_table import POLICIES
from axio.rules.tracks import Tracks

TABLES = [(name, seats) for name in ("axio", "hex", "rota") for seats in (2, 3)]
NEARLY = 1e-6


def worth(game: axio.rules.Game, tracks: Tracks) -> float:
    measure = POLICIES["denying"].worth
    assert measure is not None
    return float(sum(round(measure(game, score)) for score in tracks))


def best_reply(state: axio.State, seat: int) -> float:
    """The most a seat could gain at once with the tiles it holds, by the plain rules."""
    turned = axio.rules.state.State(
        state.game, state.board, state.tracks, state.placed, seat, 0, False, None,
        state.racks, state.stacks, state.bag, state.key, state.drawn,
    )  # fmt: skip
    before = worth(state.game, state.tracks[seat])
    gains = [worth(state.game, turned.play(move).after.tracks[seat]) - before for move in turned.legal_moves]
    return max(gains, default=0.0)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_lookahead_is_what_the_plain_rules_say(name: str, seats: int) -> None:
    """A move's worth is its gain less the best the next seat can do then, looked up tile by tile."""
    state, chance = axio.deal(name, seats, "foresight"), Random(1)
    for _ in range(14):
        state = state.play(chance.choice(state.legal_moves)).after
    moves = chance.sample(list(state.legal_moves), 6)
    found = Worlds.load([state]).lookahead(moves)
    for move, value in zip(moves, found, strict=True):
        after = state.play(move).after
        if after.over or after.owed:
            continue
        gain = worth(state.game, after.tracks[state.seat]) - worth(state.game, state.tracks[state.seat])
        expected = gain - best_reply(after, (state.seat + 1) % seats)
        assert value == pytest.approx(expected, rel=NEARLY, abs=16), move


def test_foresight_wins() -> None:
    """The policy that denies beats the one that does not, in every game."""
    for name, share in (("axio", 0.85), ("hex", 0.65), ("rota", 0.65)):
        worlds = Worlds.load([axio.deal(name, 2, f"foresight {n}") for n in range(150)])
        first = worlds.playouts(policy=("denying", "concave")).win_shares(0)[0]
        second = worlds.playouts(policy=("concave", "denying")).win_shares(1)[0]
        assert (first + second) / 2 > share, name


def with_another_rack(state: axio.State, seat: int, chance: Random) -> axio.State:
    """The same state, but this seat has other tiles: its own and those of the bag dealt anew."""
    hidden = [*state.racks[seat], *state.bag]
    chance.shuffle(hidden)
    held = len(state.racks[seat])
    racks = tuple(tuple(hidden[:held]) if at == seat else rack for at, rack in enumerate(state.racks))
    return replace(state, racks=racks, bag=tuple(hidden[held:]))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_who_guesses_sees_no_rack(name: str, seats: int) -> None:
    """What the next seat holds changes the choice of a policy that looks at it, never of one that guesses."""
    changed, chance = {"denying": 0, "guessing": 0}, Random(5)
    for number in range(40):
        state = axio.deal(name, seats, f"guessing {number}")
        for _ in range(10 + number % 5):
            state = state.play(chance.choice(state.legal_moves)).after
        other = with_another_rack(state, (state.seat + 1) % seats, chance)
        for policy in changed:
            tracks = Worlds.load([state, other]).playouts(policy=policy, limit=1).tracks[0]
            changed[policy] += not np.array_equal(tracks[0], tracks[1])
    assert changed["denying"] > 0
    assert changed["guessing"] == 0


def solved_by_rules(state: axio.State, seat: int) -> tuple[float, tuple[int, ...]]:
    """The share of the win and the scores a seat comes to, everyone choosing its own best. Slow."""
    if state.outcome is not None:
        winners = state.outcome.winners
        share = 1 / len(winners) if seat in winners else 0.0
        return share, tuple(sorted(state.tracks[seat]))
    lines = [state.play(move).after for move in state.legal_moves]
    best = max(lines, key=lambda after: solved_by_rules(after, state.seat))
    return solved_by_rules(best, seat)


@pytest.mark.parametrize(("name", "seats"), [("axio", 2), ("axio", 3), ("hex", 2)])
def test_endings_are_solved_as_by_the_plain_rules(name: str, seats: int) -> None:
    """Two placements from the end, where no draw matters any more, every line followed by the plain rules
    gives the same share of the win."""
    compared = 0
    for number in range(30):
        path, chance = [axio.deal(name, seats, f"ending {number}")], Random(number)
        while not path[-1].over:
            path.append(path[-1].play(chance.choice(path[-1].legal_moves)).after)
        state = path[-3]
        moves = list(state.legal_moves)[:12]
        if state.asked or any(len(list(state.play(move).after.legal_moves)) > 40 for move in moves):
            continue
        after = [state.play(move).after for move in moves]
        replies = [reply.play(move).after for reply in after if not reply.over for move in reply.legal_moves]
        if not all(reply.over for reply in replies):
            continue
        solved = Worlds.load([state]).solved(moves, nodes=10**6)
        assert solved is not None
        expected = [solved_by_rules(each, state.seat)[0] for each in after]
        assert np.allclose(solved.win_shares(state.seat), expected)
        compared += 1
    assert compared >= 5


def test_a_game_far_from_its_end_is_left_open() -> None:
    """Nothing is said of a tree that is too large."""
    state = axio.deal("axio", 2, "open")
    moves = [move for move, _ in appraised(state, top=2)]
    assert Worlds.load([state]).solved(moves, nodes=500) is None


@pytest.mark.parametrize(("name", "seats"), [("rota", 1), ("rota", 2), ("rota", 4), ("hex", 2)])
def test_the_next_hidden_tile_takes_every_value_in_turn(name: str, seats: int) -> None:
    """As many worlds as there are unseen tiles hold each of them once in the place that comes next, so that
    one draw is enumerated and not sampled."""
    view = axio.deal(name, seats, "in turn").observe(0)
    worlds = Worlds.sample(view, len(view.unseen), seed=3).states()
    following = [world.stacks[0][0] if seats == 1 else world.racks[1][0] for world in worlds]
    assert sorted(following) == sorted(view.unseen)
