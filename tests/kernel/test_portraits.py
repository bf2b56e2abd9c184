"""Positions in numbers: what a seat knows and nothing else, and trials that a network ends."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

import axio
from axio.kernel import POLICIES, Worlds
from axio.kernel.mind import EXPECTED, Mind
from axio.kernel.notes import COMING
from axio.kernel.policies import TIES
from axio.kernel.portrait import COLOUR, COLOURS, OTHER, OTHERS, OWN, UNIT
from axio.kernel.portraits import foretold, portrait_size, portraits
from axio.kernel.row import BAG, RACK_STRIDE, RACKS, TRACK_STRIDE, TRACKS
from axio.kernel.schooling import lessons
from axio.kernel.tables import GridTables
from axio.rules import Game, Place, State, parse_move
from axio.rules.tiles import Tile

from .recolouring import Recolouring, reversed_colours

TABLES = [(name, seats) for name in ("axio", "hex", "rota") for seats in (1, 2, 3, 4)]


def played(name: str, seats: int, plies: int, seed: str = "portrait") -> State:
    """A random game after so many moves, where a placement is next."""
    state, chance = axio.deal(name, seats, seed), Random(plies)
    while plies > 0 or state.asked:
        state = state.play(chance.choice(state.legal_moves)).after
        plies -= 1
    return state


def some_mind(game: Game, seed: int = 1) -> Mind:
    """A network of chance."""
    chance, size = np.random.default_rng(seed), portrait_size(game)
    shapes = ((size, 8), (8,), (8, 4), (4,), (4, EXPECTED), (EXPECTED,))
    return Mind(*(chance.normal(0, 0.05, shape).astype(np.float32) for shape in shapes))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_nothing_hidden_is_in_a_portrait(name: str, seats: int) -> None:
    """Worlds a seat cannot tell apart give it the same numbers after the same move."""
    view = (state := played(name, seats, 9)).observe(state.seat)
    moves = Random(2).sample(list(view.legal_moves), 5)
    first, *others = (
        portraits(Worlds.sample(view, range(number, number + 1), 7), moves).numbers for number in range(4)
    )
    assert all(np.array_equal(first, other) for other in others)
    assert len({row.tobytes() for row in first}) > 1


@pytest.mark.parametrize("name", ["axio", "hex"])
def test_colours_have_no_names_in_a_portrait(name: str) -> None:
    """The same position in other colours, printed spaces included, gives the same numbers. Only which of two
    equally good replies is expected may go by the order of colours."""
    state = played(name, 2, 11)
    way = reversed_colours(state.game)
    assert sorted(way.colours) != list(way.colours)
    moves = Random(3).sample(list(state.legal_moves), 6)
    again = [parse_move("".join(map(way.mark, str(move)))) for move in moves]
    worlds = Worlds.load([state])
    found, other = portraits(worlds, moves).numbers, portraits(recoloured(worlds, way), again).numbers
    replies = [COLOURS + COLOUR * block + 2 + COMING + i for block in range(12) for i in (0, 1)]
    settled = np.setdiff1d(np.arange(found.shape[1]), replies)
    assert np.allclose(found[:, settled], other[:, settled], rtol=1e-3)  # rare chances are left out


def recoloured(worlds: Worlds, way: Recolouring) -> Worlds:
    """The rows of worlds with every colour's name changed."""
    rows, t, colours = worlds.rows.copy(), worlds.plan.tables, len(way.colours)
    assert isinstance(t, GridTables)
    b, old = rows.view(np.uint8)[0], worlds.rows.view(np.uint8)[0]
    marks = np.arange(256)
    marks[1 : colours + 1] = 1 + np.array(way.colours)
    b[t.marks + t.board] = marks[old[t.marks + t.board]]
    b[8 * BAG + way.kinds] = old[8 * BAG : 8 * BAG + t.kinds]
    for seat in range(t.seats):
        tracks, rack = TRACKS + TRACK_STRIDE * seat, slice(RACKS + RACK_STRIDE * seat, None)
        b[tracks + np.array(way.colours)] = old[tracks : tracks + colours]
        b[rack][: t.rack] = way.kinds[old[rack][: t.rack]]
    return Worlds(worlds.plan, worlds.rack, rows)


def best_gain(state: State, seat: int, tile: Tile) -> float:
    """The most a seat would gain with a tile, by the plain rules."""
    racks = tuple((tile,) if each == seat else rack for each, rack in enumerate(state.racks))
    turned = State(
        state.game, state.board, state.tracks, state.placed, seat, 0, False, None,
        racks, state.stacks, state.bag, state.key, state.drawn,
    )  # fmt: skip
    gains = [worth(state.game, turned.play(move).after.tracks[seat]) for move in turned.legal_moves]
    return max(gains) - worth(state.game, state.tracks[seat])


def worth(game: Game, tracks: tuple[int, ...]) -> float:
    measure = POLICIES["denying"].worth
    assert measure is not None
    return float(sum(measure(game, score) for score in tracks) * 2**TIES * UNIT)


@pytest.mark.parametrize(("name", "seats"), [("axio", 2), ("hex", 3), ("axio", 4)])
def test_what_others_may_gain_is_a_mean_over_their_racks(name: str, seats: int) -> None:
    """The best reply a portrait expects is that of a rack of unseen tiles, worked out by the plain rules."""
    state = played(name, seats, 14)
    move = Random(4).choice(list(state.legal_moves))
    assert isinstance(move, Place)
    after = state.play(move).after
    other = (state.seat + 1) % seats
    kept = list(state.racks[state.seat])
    kept.remove("".join(sorted(move.marks, key=state.game.colours.index)))
    unseen = Counter(state.observe(state.seat).unseen)
    gains = {tile: best_gain(after, other, tile) for tile in unseen}
    found = portraits(Worlds.load([state]), [move]).numbers[0]
    mean = sum(gains[tile] * count for tile, count in unseen.items()) / unseen.total()
    assert found[OTHERS + 2] == pytest.approx(mean, rel=2e-3)
    chance, tiles = Random(5), list(unseen.elements())
    racks = [max(map(gains.__getitem__, chance.sample(tiles, state.game.supply.rack))) for _ in range(4000)]
    assert found[OTHERS] == pytest.approx(np.mean(racks), rel=0.02)
    assert found[OWN + 7] == pytest.approx(max(best_gain(after, state.seat, tile) for tile in kept), rel=1e-3)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_scores_are_in_a_portrait_from_the_lowest_up(name: str, seats: int) -> None:
    """Own scores rise, the rival's beside them; every other seat's are told in playing order."""
    state = played(name, seats, 10)
    move = state.legal_moves[0]
    after, found = state.play(move).after, portraits(Worlds.load([state]), [move]).numbers[0]
    colours = len(state.game.colours)
    own = found[COLOURS : COLOURS + COLOUR * colours : COLOUR]
    assert own.tolist() == sorted(after.tracks[state.seat])
    for turns in range(1, seats):
        at = OTHERS + OTHER * (turns - 1) + 5
        assert found[at : at + colours].tolist() == sorted(after.tracks[(state.seat + turns) % seats])


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_network_is_asked_alike_inside_and_outside(name: str, seats: int) -> None:
    """No turn more: compiled code says what the network says of the portrait, in every world."""
    view = (state := played(name, seats, 8)).observe(state.seat)
    moves, mind, worlds = list(view.legal_moves)[:4], some_mind(state.game), Worlds.sample(view, 3, 5)
    seen = portraits(worlds, moves)
    one = np.maximum(seen.numbers @ mind.first + mind.first_bias, 0)
    said = np.maximum(one @ mind.second + mind.second_bias, 0) @ mind.last + mind.last_bias
    said[:, 0] = 1 / (1 + np.exp(-said[:, 0]))
    found = foretold(worlds, moves, mind, 0)
    passed = [not state.play(move).after.owed and not state.play(move).after.asked for move in moves]
    assert any(passed)
    assert np.allclose(found[passed], said[passed][:, None], atol=1e-4)


@pytest.mark.parametrize(("name", "seats"), [("axio", 2), ("rota", 3), ("hex", 1)])
def test_trials_that_reach_the_end_are_playouts(name: str, seats: int) -> None:
    """With turns enough, what a trial tells is how the playout of the same move in the same world ended."""
    view = (state := played(name, seats, 8)).observe(state.seat)
    moves, worlds = list(view.legal_moves)[:3], Worlds.sample(view, 16, 5)
    ended = worlds.playouts(moves, policy="denying")
    found = foretold(worlds, moves, some_mind(state.game), 1000)
    assert np.allclose(found[..., 0], ended.shares(view.seat))
    assert np.allclose(found[..., 1] * state.game.end, ended.tracks[..., view.seat, :].min(axis=-1))
    early = foretold(worlds, moves, some_mind(state.game), 1)
    assert not np.allclose(found[..., 0], early[..., 0])


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_lessons_are_told_how_their_game_ended(name: str, seats: int) -> None:
    """Shares of the win lie between 0 and 1 and lows on the track; other seeds, other games."""
    game = axio.rules.game(name, seats)
    some, same, others = (lessons(game, 40, seed) for seed in (1, 1, 2))
    assert np.array_equal(some.portraits, same.portraits)
    assert not np.array_equal(some.portraits[:20], others.portraits[:20])
    assert np.isfinite(some.portraits).all() and (some.portraits >= 0).all()
    assert some.results.shape == (len(some), EXPECTED)
    assert ((some.results >= 0) & (some.results <= 1)).all()
    ahead = some.results[:, 1] > some.results[:, 2]
    assert (some.results[ahead, 0] == 1).all() and ahead.any()
    assert (some.results[some.results[:, 1] < some.results[:, 2], 0] == 0).all()
    scores = some.portraits[:, COLOURS]
    assert (scores <= np.round(some.results[:, 1] * game.end)).all()
