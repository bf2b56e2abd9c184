"""What the network is told agrees with the rules."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from axio.encoding import GridLayout, action_of, planes, vector
from axio.encoding.wide import placements, wide_names, widen
from axio.learn.form import form_of
from axio.learn.shifts import sight
from axio.rules import Place, deal
from axio.rules.board import DominoBoard
from axio.rules.prospects import domino_prospects

from .positions import SEATS, played


@pytest.mark.parametrize("game", ["axio", "hex"])
@pytest.mark.parametrize("seats", SEATS)
def test_points_seen_are_those_the_rules_count(game: str, seats: int) -> None:
    """Every free cell shows, colour by colour, the points the rules give a half that is laid there."""
    field = played(game, seats)
    state = field.batch.store(0)
    plan = field.batch.layout
    assert isinstance(plan, GridLayout) and isinstance(state.board, DominoBoard)
    colours = state.game.colours
    found = sight(field.seen().planes[:1, : len(colours)].float(), form_of(game).ways)[0]
    told = 0
    for prospect in domino_prospects(plan.grid, state.board.marks, plan.grid.spots, pyramids=False):
        if any(state.board.marks[plan.grid.number[cell]] != "." for cell in prospect.cells):
            continue
        for cell, points in zip(prospect.cells, prospect.points, strict=True):
            here = found[:, cell.column - 1, cell.row - 1]
            assert here.tolist() == [points.get(colour, 0) for colour in colours]
            told += sum(points.values())
    assert told > 0


@pytest.mark.parametrize("seats", SEATS)
def test_a_field_sees_what_an_observation_says(seats: int) -> None:
    """The tensors of a batch are the arrays of the same position's observation."""
    field = played("axio", seats)
    seen = field.seen()
    for at in range(field.n):
        state = field.batch.store(at)
        view = state.observe(state.seat)
        assert np.array_equal(seen.planes[at].numpy(), planes(view))
        assert np.array_equal(seen.vector[at].numpy(), widen(view.game, vector(view)))


def test_wide_vectors_say_the_same_of_any_number_of_seats() -> None:
    """An entry has one place whatever the seats; the last flags say how many there are."""
    for seats in SEATS:
        view = deal("axio", seats, "7").observe(0)
        wide = dict(zip(wide_names(view.game), widen(view.game, vector(view)).tolist(), strict=True))
        assert wide["bag size"] == view.bag_size
        assert [wide[f"rack size {seat}"] for seat in SEATS[:seats] if seat < seats] == [
            *view.rack_sizes[1:seats]
        ]
        assert [wide[f"seats {number}"] for number in SEATS] == [number == seats for number in SEATS]


@pytest.mark.parametrize("game", ["axio", "hex"])
def test_placements_are_read_at_their_colours_and_cell(game: str) -> None:
    """The number of an action's place tells the colours, the direction and the cell of the move."""
    state = deal(game, 2, "7")
    form = form_of(game)
    plan = played(game, 2).batch.layout
    shape = form.colours, form.colours, len(form.forward), *plan.shape
    for move in state.legal_moves:
        one, two, way, column, row = np.unravel_index(placements(plan)[action_of(state, move)], shape)
        assert isinstance(move, Place)
        (x, y), (u, v) = move.at
        assert state.game.colours[one] + state.game.colours[two] == move.marks
        assert (column + 1, row + 1) == (x, y) and form.forward[way] == (u - x, v - y)


def test_masks_are_the_legal_actions() -> None:
    """A network's choice is among the legal moves: the unpacked mask is the rules' own list."""
    field = played("axio", 2)
    legal = field.rules.legal(field.seen().allowed)
    assert torch.equal(legal, torch.from_numpy(field.batch.masks()))
