"""Choices and the table of actions mean the moves they stand for, without a position."""

from __future__ import annotations

import numpy as np
import pytest

import axio
from axio.encoding import (
    action_of,
    action_table,
    choice_of,
    chosen_move,
    layout,
    legal_actions,
    lists,
    vector,
)
from axio.rules import Malformed, Place


@pytest.mark.parametrize("game", ["axio", "hex", "rota"])
def test_an_observation_is_enough_to_read_a_choice(game: str) -> None:
    """Every legal move comes back from its choice and the arrays of the observation."""
    state = axio.deal(game, 2, "7")
    for _ in range(6):
        view = state.observe(state.seat)
        seen = {"vector": vector(view)}
        if game == "rota":
            seen |= dict(zip(("tiles", "spots"), lists(view), strict=True))
        for move in state.legal_moves[::17]:
            assert chosen_move(layout(state.game), seen, choice_of(state, move)) == move
        state = state.play(state.legal_moves[len(state.legal_moves) // 2]).after


@pytest.mark.parametrize("game", ["axio", "hex", "rota"])
def test_the_table_says_what_actions_stand_for(game: str) -> None:
    """Cells, colours, turns and names in the table are those of the moves."""
    state = axio.deal(game, 2, "7")
    plan, table = layout(state.game), action_table(layout(state.game))
    assert len(table) == plan.actions
    for move in state.legal_moves[::23]:
        assert isinstance(move, Place)
        row = table[action_of(state, move)]
        if game == "rota":
            assert (row["column"], row["row"]) == move.at[0]
            assert row["name"] == (0 if move.named is None else 1 + plan.game.colours.index(move.named))
        else:
            assert [tuple(cell) for cell in row["cells"].tolist()] == [tuple(cell) for cell in move.at]
            assert plan.game.colours[row["first"]] + plan.game.colours[row["second"]] == move.marks
    if game != "rota":
        assert table["does"][-2:].tolist() == [1, 2]
    assert (np.diff(legal_actions(state)) > 0).all()


def test_choices_that_mean_nothing_are_refused() -> None:
    """One sentence says what was expected."""
    state = axio.deal("rota", 2, "7")
    plan, view = layout(state.game), state.observe(0)
    tiles, spots = lists(view)
    seen = {"vector": vector(view), "tiles": tiles, "spots": spots}
    for choice in (-1, 10**6, 24 * len(spots) - 1):
        with pytest.raises(Malformed, match="expected"):
            chosen_move(plan, seen, choice)
    with pytest.raises(Malformed, match="lists"):
        chosen_move(plan, {"vector": vector(view)}, 0)
    with pytest.raises(Malformed, match="planes"):
        lists(axio.deal("axio", 2, "7").observe(0))
