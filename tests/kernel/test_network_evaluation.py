"""Features: what a seat knows and nothing else; and what a network says of them, alone and after rollouts."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

import axio
from axio.kernel import POLICIES, Worlds
from axio.kernel.device.learned.features import COLOUR, COLOURS, OTHER, OTHERS, OWN, UNIT
from axio.kernel.device.learned.mlp import OUTPUTS, Mlp
from axio.kernel.device.shared.row import BAG, RACK_STRIDE, RACKS, TRACK_STRIDE, TRACKS
from axio.kernel.device.shared.scratch import COMING
from axio.kernel.device.shared.tables import GridTables
from axio.kernel.host.network_evaluation import afterstates, evaluate, feature_count, truncated_rollouts
from axio.kernel.host.policy_table import TIES
from axio.kernel.host.selfplay_batch import selfplay
from axio.rules import Game, Malformed, Place, State, parse_move
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


def some_mlp(game: Game, hidden: tuple[int, ...] = (8, 4)) -> Mlp:
    """A network of chance."""
    sizes = np.array([feature_count(game), *hidden, OUTPUTS], np.int64)
    count = int(((sizes[:-1] + 1) * sizes[1:]).sum())
    return Mlp(np.random.default_rng(1).normal(0, 0.05, count).astype(np.float32), sizes)


def plain_forward(mlp: Mlp, features: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The forward pass as one would write it in NumPy."""
    said, at = features, 0
    for layer, (given, made) in enumerate(pairwise(mlp.sizes.tolist())):
        weights = mlp.weights[at : at + given * made].reshape(given, made)
        bias = mlp.weights[at + given * made : (at := at + (given + 1) * made)]
        said = (np.maximum(said, 0) if layer else said) @ weights + bias
    return said


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_nothing_hidden_is_in_the_features(name: str, seats: int) -> None:
    """Worlds a seat cannot tell apart give it the same numbers after the same move."""
    view = (state := played(name, seats, 9)).observe(state.seat)
    moves = Random(2).sample(list(view.legal_moves), 5)
    first, *others = (
        afterstates(Worlds.sample(view, range(number, number + 1), 7), moves).features for number in range(4)
    )
    assert all(np.array_equal(first, other) for other in others)
    assert len({row.tobytes() for row in first}) > 1


@pytest.mark.parametrize("name", ["axio", "hex"])
def test_colours_have_no_names_in_the_features(name: str) -> None:
    """The same position in other colours, printed spaces included, gives the same numbers. Only which of two
    equally good replies is expected may go by the order of colours."""
    state = played(name, 2, 11)
    way = reversed_colours(state.game)
    assert sorted(way.colours) != list(way.colours)
    moves = Random(3).sample(list(state.legal_moves), 6)
    again = [parse_move("".join(map(way.mark, str(move)))) for move in moves]
    worlds = Worlds.load([state])
    found, other = afterstates(worlds, moves).features, afterstates(recoloured(worlds, way), again).features
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
    """The best reply in the features is that of a rack of unseen tiles, worked out by the plain rules."""
    state = played(name, seats, 14)
    move = Random(4).choice(list(state.legal_moves))
    assert isinstance(move, Place)
    after = state.play(move).after
    other = (state.seat + 1) % seats
    kept = list(state.racks[state.seat])
    kept.remove("".join(sorted(move.marks, key=state.game.colours.index)))
    unseen = Counter(state.observe(state.seat).unseen)
    gains = {tile: best_gain(after, other, tile) for tile in unseen}
    found = afterstates(Worlds.load([state]), [move]).features[0]
    mean = sum(gains[tile] * count for tile, count in unseen.items()) / unseen.total()
    assert found[OTHERS + 2] == pytest.approx(mean, rel=2e-3)
    chance, tiles = Random(5), list(unseen.elements())
    racks = [max(map(gains.__getitem__, chance.sample(tiles, state.game.supply.rack))) for _ in range(4000)]
    assert found[OTHERS] == pytest.approx(np.mean(racks), rel=0.02)
    assert found[OWN + 7] == pytest.approx(max(best_gain(after, state.seat, tile) for tile in kept), rel=1e-3)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_scores_are_in_the_features_from_the_lowest_up(name: str, seats: int) -> None:
    """Own scores rise, the rival's beside them; every other seat's are told in playing order."""
    state = played(name, seats, 10)
    move = state.legal_moves[0]
    after, found = state.play(move).after, afterstates(Worlds.load([state]), [move]).features[0]
    colours = len(state.game.colours)
    own = found[COLOURS : COLOURS + COLOUR * colours : COLOUR]
    assert own.tolist() == sorted(after.tracks[state.seat])
    for turns in range(1, seats):
        at = OTHERS + OTHER * (turns - 1) + 5
        assert found[at : at + colours].tolist() == sorted(after.tracks[(state.seat + turns) % seats])


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_network_is_asked_alike_inside_and_outside(name: str, seats: int) -> None:
    """No turn more: compiled code says what the network says of the features, in every world."""
    view = (state := played(name, seats, 8)).observe(state.seat)
    moves, mlp, worlds = list(view.legal_moves)[:4], some_mlp(state.game), Worlds.sample(view, 3, 5)
    said = plain_forward(mlp, afterstates(worlds, moves).features)
    said[:, 0] = 1 / (1 + np.exp(-said[:, 0]))
    found = truncated_rollouts(worlds, moves, mlp, 0)
    passed = [not state.play(move).after.owed and not state.play(move).after.asked for move in moves]
    assert any(passed)
    assert np.allclose(found[passed], said[passed][:, None], atol=1e-4)


@pytest.mark.parametrize(("name", "seats"), [("axio", 2), ("rota", 3), ("hex", 1)])
def test_trials_that_reach_the_end_are_playouts(name: str, seats: int) -> None:
    """With turns enough, what a trial tells is how the playout of the same move in the same world ended."""
    view = (state := played(name, seats, 8)).observe(state.seat)
    moves, worlds = list(view.legal_moves)[:3], Worlds.sample(view, 16, 5)
    ended = worlds.playouts(moves, policy="denying")
    found = truncated_rollouts(worlds, moves, some_mlp(state.game), 1000)
    assert np.allclose(found[..., 0], ended.shares(view.seat))
    assert np.allclose(found[..., 1] * state.game.end, ended.tracks[..., view.seat, :].min(axis=-1))
    early = truncated_rollouts(worlds, moves, some_mlp(state.game), 1)
    assert not np.allclose(found[..., 0], early[..., 0])


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_samples_are_told_how_their_game_ended(name: str, seats: int) -> None:
    """Shares of the win lie between 0 and 1 and lows on the track; other seeds, other games."""
    game = axio.rules.game(name, seats)
    some, same, others = (selfplay(game, 40, seed) for seed in (1, 1, 2))
    assert np.array_equal(some.features, same.features)
    assert not np.array_equal(some.features[:20], others.features[:20])
    assert np.isfinite(some.features).all() and (some.features >= 0).all()
    assert some.outcomes.shape == (len(some), OUTPUTS)
    assert ((some.outcomes >= 0) & (some.outcomes <= 1)).all()
    ahead = some.outcomes[:, 1] > some.outcomes[:, 2]
    assert (some.outcomes[ahead, 0] == 1).all() and ahead.any()
    assert (some.outcomes[some.outcomes[:, 1] < some.outcomes[:, 2], 0] == 0).all()
    scores = some.features[:, COLOURS]
    assert (scores <= np.round(some.outcomes[:, 1] * game.end)).all()


@pytest.mark.parametrize("hidden", [(), (5,), (16, 7), (9, 8, 6, 5)])
def test_a_network_of_any_depth_is_asked(hidden: tuple[int, ...]) -> None:
    """The compiled forward pass says what NumPy's does, inputs below zero included."""
    game = axio.rules.game("axio", 2)
    mlp = some_mlp(game, hidden)
    features = np.random.default_rng(2).normal(0, 3, (37, feature_count(game))).astype(np.float32)
    assert np.allclose(evaluate(game, mlp, features), plain_forward(mlp, features), atol=1e-4)


def test_a_network_of_another_shape_is_refused() -> None:
    """Compiled code checks no index, so what does not fit never reaches it."""
    view = (state := played("axio", 2, 8)).observe(state.seat)
    worlds, moves = Worlds.sample(view, 1), list(view.legal_moves)[:2]
    features, fitting = afterstates(worlds, moves).features, some_mlp(state.game)
    for mlp in (some_mlp(axio.rules.game("hex", 2)), fitting._replace(weights=fitting.weights[1:])):
        with pytest.raises(Malformed, match="expected 203 inputs, 3 outputs"):
            evaluate(state.game, mlp, features)
        with pytest.raises(Malformed, match="expected 203 inputs, 3 outputs"):
            truncated_rollouts(worlds, moves, mlp, 1)
