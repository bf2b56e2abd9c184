"""The table of free spots says exactly what the rules would score."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import msgspec
import pytest

from axio import Position, deal
from axio.rules.tiles import EMPTY
from axio.server.protocol import Spots
from axio.server.views.preview import Preview, kind_of, spots, tracks_after
from axio.server.views.public_view import namer


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


def passages(game: str, seats: int) -> Iterator[tuple[int, Position]]:
    """Positions one after the other as a table may see them: played on, skipped, and taken back."""
    played, random = [*enumerate(positions(game, seats))], Random(4)
    at = 0
    while at < len(played):
        yield played[at]
        at = max(0, at + random.choice([1, 1, 1, 1, 3, -1, -2]))


@pytest.mark.parametrize("seats", [1, 2, 4])
@pytest.mark.parametrize("game", ["axio", "rota", "hex"])
def test_message_made_from_the_last_one_is_the_message_made_anew(game: str, seats: int) -> None:
    """Byte for byte, whatever lies between the two positions; and most of the last one is used again."""
    last: Preview | None = None
    for ply, position in passages(game, seats):
        if position.asked:
            continue
        last = Preview.of(position, ply, ply, last)
        assert last.message == msgspec.json.encode(
            Spots(ply=ply, spots=spots(position), after=tracks_after(position))
        )


@pytest.mark.parametrize("game", ["axio", "hex"])
def test_little_is_made_anew_from_ply_to_ply(game: str) -> None:
    """On average a move changes less than a third of the free spots."""
    found = [each for each in positions(game, 4) if not each.asked and not each.first]
    kind = kind_of(found[0].board)
    pairs = [(kind.changed(a.board, b.board), kind.keys(b.board, False)) for a, b in pairwise(found)]
    made = sum(len([key for key in keys if key in changed]) for changed, keys in pairs)
    assert 0 < made < sum(len(keys) for _, keys in pairs) / 3
