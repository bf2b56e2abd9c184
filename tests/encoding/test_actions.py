"""Action numbers, masks and planes say exactly what a position says."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import axio
from axio.encoding import (
    action_of,
    expand,
    layout,
    legal_actions,
    mask,
    mask_words,
    move_of,
    pack,
    plane_names,
    planes,
    vector,
    vector_names,
)
from axio.encoding.layout import WindowLayout

GAMES = [(name, seats) for name in ("axio", "hex", "rota") for seats in (1, 2, 3, 4)]


def some_states(name: str, seats: int) -> list[axio.State]:
    """Positions from one random game."""
    state, random, found = axio.deal(name, seats, "encode"), Random(seats), []
    while not state.over:
        found.append(state)
        state = state.play(random.choice(state.legal_moves)).after
    return [*found[::6], state]


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_moves_and_actions_are_one_to_one(name: str, seats: int) -> None:
    """Every legal move has its own number, and the number gives the move back."""
    for state in some_states(name, seats):
        moves = list(state.legal_moves)
        actions = [action_of(state, move) for move in moves]
        assert [move_of(state, action) for action in actions] == moves
        assert len(set(actions)) == len(moves) <= layout(state.game).most_legal
        assert sorted(actions) == legal_actions(state).tolist()


@pytest.mark.parametrize("name", ["axio", "hex"])
def test_every_action_of_a_domino_game_is_a_move(name: str) -> None:
    """The numbering has no gaps and no doubles."""
    state = axio.deal(name, 2, "all")
    every = [str(move_of(state, action)) for action in range(layout(state.game).actions)]
    assert len(set(every)) == len(every)
    assert [action_of(state, axio.parse_move(text)) for text in every] == list(range(len(every)))


def test_action_numbers_never_change() -> None:
    """Trained networks and stored data depend on these numbers."""
    state = axio.deal("axio", 2, "7")
    assert action_of(state, axio.parse_move("Ra1-Ra2")) == 0
    assert action_of(state, axio.parse_move("Re4-Bf4")) == 322
    assert action_of(state, axio.parse_move("keep")) == 3201
    rota = axio.deal("rota", 2, "7")
    assert action_of(rota, axio.parse_move("RBG.@-1,0")) == (31 * 66 + 32) * 24


@pytest.mark.parametrize(("name", "seats"), [game for game in GAMES if game[0] != "rota"])
def test_masks_pack_and_expand(name: str, seats: int) -> None:
    """A packed mask is the same mask, in as many words as promised."""
    for state in some_states(name, seats):
        allowed = mask(state)
        assert np.flatnonzero(allowed).tolist() == legal_actions(state).tolist()
        packed = pack(layout(state.game), allowed)
        assert packed.shape == (mask_words(layout(state.game)),)
        assert np.array_equal(expand(layout(state.game), packed), allowed)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_planes_and_vector_are_what_their_names_say(name: str, seats: int) -> None:
    """The documented layout is the layout: tracks, racks and cells stand where the names put them."""
    for state in some_states(name, seats):
        for seat in range(seats):
            view = state.observe(seat)
            plan = layout(state.game)
            named = dict(zip(vector_names(plan), vector(view).tolist(), strict=True))
            for turn in range(seats):
                tracks = state.tracks[(seat + turn) % seats]
                assert [named[f"track {turn} {c}"] for c in state.game.colours] == list(tracks)
            assert {kind: named[f"rack {kind}"] for kind in view.rack} == {
                k: view.rack.count(k) for k in view.rack
            }
            assert sum(named[f"unseen {kind}"] for kind in plan.kinds) == len(view.unseen)
            shown = dict(zip(plane_names(plan), planes(view), strict=True))
            low = plan.low if isinstance(plan, WindowLayout) else 1
            for place in state.board.tiles:
                for end, mark in enumerate(place.marks):
                    cell = place.at[min(end, len(place.at) - 1)]
                    name_of = mark if len(place.at) > 1 else f"{mark}{end}"
                    assert shown[name_of][cell.column - low, cell.row - low] == 1


@pytest.mark.parametrize(("name", "seats"), [("axio", 3), ("hex", 2), ("rota", 2)])
def test_encodings_hold_nothing_hidden(name: str, seats: int) -> None:
    """Worlds a viewer cannot tell apart look the same as arrays, to the byte."""
    for state in some_states(name, seats):
        for seat in (None, *range(seats)):
            view = state.observe(seat)
            other = view.sample("another world").observe(seat)
            assert np.array_equal(vector(view), vector(other))
            assert np.array_equal(planes(view), planes(other))


def test_what_has_no_number_is_refused() -> None:
    """Numbers and moves that mean nothing get one clear sentence."""
    state = axio.deal("axio", 2, "7")
    with pytest.raises(axio.Malformed, match="is not an action"):
        move_of(state, layout(state.game).actions)
    with pytest.raises(axio.Malformed, match="no action number"):
        action_of(state, axio.parse_move("Ra1-Rc1"))
    with pytest.raises(axio.Malformed, match="hidden"):
        action_of(state.observe(1), axio.parse_move("keep"))
    rota = axio.deal("rota", 2, "7")
    with pytest.raises(axio.Malformed, match="absurd"):
        mask(rota)
    with pytest.raises(axio.Malformed, match="not the one held"):
        action_of(rota, axio.parse_move("RGBO@-1,0"))
