"""Sampled worlds and playouts, the blocks search is built of."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import axio
from axio.kernel import Worlds, appraised, playouts
from axio.rules.tracks import advanced, in_favour, low

GAMES = [(name, seats) for name in ("axio", "hex", "rota") for seats in (1, 2, 4)]


def midgame(name: str, seats: int, plies: int = 9, seed: str = "w") -> axio.State:
    state = axio.deal(name, seats, seed)
    for _ in range(plies):
        state = state.play(appraised(state)[0][0]).after
    return state


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_sampled_world_looks_the_same_to_its_viewer(name: str, seats: int) -> None:
    """No viewer can tell a sampled world from the real one, and worlds differ in what is hidden."""
    state = midgame(name, seats)
    for seat in (None, *range(seats)):
        view = state.observe(seat)
        worlds = Worlds.sample(view, 40, seed=5).states()
        assert all(world.observe(seat) == view for world in worlds)
        if seats > 1 or name == "rota":
            assert len({(world.racks, world.stacks) for world in worlds}) > 10


def test_an_asked_seat_holds_nothing_it_could_serve_with() -> None:
    """Whoever is asked to exchange has shown what it lacks: sampled racks respect that."""
    for number in range(200):
        state = axio.deal("axio", 2, f"asked {number}")
        while not state.over and not state.asked:
            state = state.play(appraised(state)[0][0]).after
        if state.asked and any(state.racks[state.seat]):
            break
    view = state.observe(1 - state.seat)
    for world in Worlds.sample(view, 50, seed=1).states():
        assert world.observe(view.viewer) == view
        lowest = {
            c
            for c, s in zip("RGBOP", state.tracks[state.seat], strict=True)
            if s == min(state.tracks[state.seat])
        }
        assert not any(lowest & set(tile) for tile in world.racks[state.seat])


def test_hidden_tiles_are_dealt_uniformly() -> None:
    """Each unseen tile is as likely on the other rack as its share of the unseen tiles."""
    view = axio.deal("axio", 2, "uniform").observe(0)
    unseen = Counter(view.unseen)
    worlds = 4000
    dealt = Counter(tile for world in Worlds.sample(view, worlds, seed=2).states() for tile in world.racks[1])
    for tile, count in unseen.items():
        expected = 5 * worlds * count / sum(unseen.values())
        assert abs(dealt[tile] - expected) < 5 * expected**0.5, tile


def test_world_k_is_the_same_whatever_else_is_asked() -> None:
    """Searches that widen step by step meet the worlds they would have met at once."""
    view = midgame("hex", 2).observe(1)
    whole = Worlds.sample(view, 20, seed=8)
    part = Worlds.sample(view, range(12, 20), seed=8)
    assert np.array_equal(whole.rows[12:], part.rows)
    assert not np.array_equal(whole.rows, Worlds.sample(view, 20, seed=9).rows)


@pytest.mark.parametrize("policy", ["random", "points", "lowest", "concave"])
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_playouts_do_not_depend_on_threads_and_end(name: str, seats: int, policy: str) -> None:
    """A seed gives the same playouts on any number of threads, each a finished and rightly ranked game."""
    state = midgame(name, seats)
    view = state.observe(state.seat)
    moves = [move for move, _ in appraised(view, top=3)]
    one = playouts(view, moves, worlds=7, policy=policy, seed=4, threads=1)
    many = playouts(view, moves, worlds=7, policy=policy, seed=4, threads=3)
    assert np.array_equal(one.tracks, many.tracks)
    assert np.array_equal(one.places, many.places)
    assert one.tracks.shape == (len(moves), 7, seats, len(state.game.colours))
    for tracks, places in zip(
        one.tracks.reshape(-1, *one.tracks.shape[2:]), one.places.reshape(-1, seats), strict=True
    ):
        keys = [low(tuple(each.tolist())) for each in tracks]
        assert places.tolist() == [1 + sum(other > key for other in keys) for key in keys]
        assert all(
            (after >= before).all() for after, before in zip(tracks, np.array(state.tracks), strict=True)
        )
    assert np.allclose(sum(one.win_shares(seat) for seat in range(seats)), 1)


def test_a_playout_is_the_game_its_moves_make() -> None:
    """Stopping after one ply shows exactly what the plain rules say of the candidate in that world."""
    for name, seats in GAMES:
        state = midgame(name, seats)
        worlds = Worlds.load([state])
        moves = list(state.legal_moves)[::7]
        ended = worlds.playouts(moves, limit=0)
        for move, tracks in zip(moves, ended.tracks[:, 0], strict=True):
            assert [tuple(each.tolist()) for each in tracks] == list(state.play(move).after.tracks), move


def test_better_policies_win() -> None:
    """Most points beats chance, and the concave policy beats most points, from either seat."""
    worlds = Worlds.load([axio.deal("axio", 2, f"policy {n}") for n in range(400)])
    for strong, weak, share in (("points", "random", 0.95), ("concave", "points", 0.55)):
        first = worlds.playouts(policy=(strong, weak)).win_shares(0)[0]
        second = worlds.playouts(policy=(weak, strong)).win_shares(1)[0]
        assert (first + second) / 2 > share, (strong, weak)


@pytest.mark.parametrize(("name", "seats"), [("axio", 2), ("hex", 3), ("rota", 2), ("rota", 1), ("axio", 4)])
def test_appraisal_is_what_the_plain_rules_score(name: str, seats: int) -> None:
    """A move's worth is the points it scores by the plain rules, tile and pyramids together."""
    state = axio.deal(name, seats, "appraise")
    while not state.over:
        worth = {str(move): value for move, value in appraised(state, "points")}
        assert worth.keys() == {str(move) for move in state.legal_moves}
        if not state.asked:
            game, tracks = state.game, state.tracks[state.seat]
            for prospect in state.board.prospects(state.first)[::9]:
                for marks in _marks_on(state, prospect.cells):
                    for place in prospect.placements(marks, game.colours):
                        steps, more = prospect.steps(place)
                        order = in_favour(steps, tracks, game.colours, game.stops)
                        after = advanced(tracks, [steps[i] for i in order] + more, game.colours, game.stops)
                        assert worth[str(place)] == (sum(after) - sum(tracks)) * 256, place
        state = state.play(appraised(state)[0][0]).after


def _marks_on(state: axio.State, cells: tuple[axio.Cell, ...]) -> set[str]:
    return {move.marks for move in state.legal_moves if isinstance(move, axio.Place) and move.at == cells}


def test_wrong_requests_are_refused() -> None:
    """What cannot be played out is told apart by a clear error, not played somehow."""
    state = midgame("axio", 2)
    view = state.observe(state.seat)
    with pytest.raises(axio.IllegalMove):
        playouts(view, [axio.Exchange()])
    with pytest.raises(axio.Malformed, match="policy"):
        playouts(view, policy="bold")
    with pytest.raises(axio.Malformed, match="hidden"):
        appraised(state.observe(1 - state.seat))
    with pytest.raises(axio.Malformed, match="different games"):
        Worlds.load([state, axio.deal("hex", 2, "x")])
