"""The table of free spots says exactly what the rules would score."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from axio import Position, deal
from axio.rules.tiles import EMPTY
from axio.server.naming import namer
from axio.server.preview import spots


def positions(game: str, seats: int) -> Iterator[Position]:
    """A game in which most moves score, so that long lines and pyramids come about."""
    state, random = deal(game, seats, "3"), Random(3)
    while not state.over:
        yield state.observe(None)
        tried = [state.play(random.choice(state.legal_moves)) for _ in range(8)]
        state = max(tried, key=lambda step: sum(step.after.tracks[step.before.seat])).after


@pytest.mark.parametrize("seats", [1, 4])
@pytest.mark.parametrize("game", ["axio", "rota", "hex"])
def test_spots_are_the_rules_prospects_line_by_line(game: str, seats: int) -> None:
    """Every free spot once; per mark the lines add up to the points; colours named where the rules ask."""
    longest = risen = naming = 0
    for position in positions(game, seats):
        if position.asked:
            assert spots(position) == []
            continue
        named = namer(position.game)
        prospects = position.board.prospects(position.first)
        found = spots(position)
        assert [spot.cells for spot in found] == [[named(c) for c in each.cells] for each in prospects]
        for spot, prospect in zip(found, prospects, strict=True):
            for looks, points in zip(spot.looks, prospect.points, strict=True):
                sums: dict[str, int] = {}
                for look in looks:
                    sums[look.colour] = sums.get(look.colour, 0) + len(look.cells)
                    longest = max(longest, len(look.cells))
                assert sums == dict(points)
            assert spot.names == list(prospect.names)
            raised = [(rise.at, rise.around, tuple(rise.ends)) for rise in spot.rises]
            assert raised == [(named(up.at), up.around, up.ends) for up in prospect.pyramids]
            risen += len(raised)
            naming += any(spot.names)
    assert longest >= 2
    assert (risen > 0) == (game == "axio")
    assert (naming > 0) == (game == "rota")


@pytest.mark.parametrize("game", ["axio", "hex"])
def test_looks_name_the_cells_that_show_the_colour(game: str) -> None:
    """Every cell a look names really shows that colour, so that the page may light it up."""
    for position in positions(game, 2):
        pairs = (zip(place.marks, place.at, strict=True) for place in position.board.tiles)
        shown = {str(cell): mark for pair in pairs for mark, cell in pair}
        shown |= {str(cell): colour for cell, colour in position.board.grid.printed.items()}  # type: ignore[attr-defined]
        for spot in spots(position):
            for look in (look for looks in spot.looks for look in looks):
                assert look.cells
                assert {shown[cell] for cell in look.cells} == {look.colour} != {EMPTY}
