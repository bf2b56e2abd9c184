"""Cells lie where the notation says, and tiles are one shape."""

import pytest

from axio.draw.layout import layout_of
from axio.draw.shapes import bounds, inset, union
from axio.rules import Cell, game
from axio.rules.cells import column_name

from .positions import GAMES, played


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_up_is_up_and_right_is_right(name: str, seats: int) -> None:
    """Numbers grow upwards; letters, and x, to the right."""
    layout = layout_of(played(name, seats, 9)[0].board)
    for column, row in layout.cells:
        x, y = layout.centre(Cell(column, row))
        assert layout.centre(Cell(column + 1, row))[0] > x
        assert layout.centre(Cell(column, row + 1))[1] < y


def test_hexagons_lean_as_the_notation_does() -> None:
    """Going up keeps the letter (up-right) or lowers it by one (up-left)."""
    layout = layout_of(game("hex", 2).board)
    x, _ = layout.centre(Cell(6, 6))
    assert layout.centre(Cell(6, 7))[0] - x == pytest.approx(layout.pitch / 2)
    assert layout.centre(Cell(5, 7))[0] - x == pytest.approx(-layout.pitch / 2)


@pytest.mark.parametrize(("name", "corners"), [("axio", 4), ("hex", 10)])
def test_a_domino_is_one_shape(name: str, corners: int) -> None:
    """Two squares make a rectangle, two hexagons a shape of ten corners, whatever the direction."""
    board = game(name, 2).board
    layout = layout_of(board)
    for spot in board.spots(False):
        outline = union(map(layout.corners, spot.cells))
        assert len(outline) == corners
        left, top, right, bottom = bounds(inset(outline, 2))
        assert bounds(outline) == pytest.approx((left - 2, top - 2, right + 2, bottom + 2), abs=0.4)


@pytest.mark.parametrize(("seats", "zones"), [(1, 1), (2, 1), (3, 2), (4, 3)])
@pytest.mark.parametrize(("name", "sizes"), [("axio", (81, 40, 48)), ("hex", (91, 36, 42))])
def test_smaller_areas_are_zones(name: str, sizes: tuple[int, ...], seats: int, zones: int) -> None:
    """A bigger board is the small one with rings around it."""
    layout = layout_of(game(name, seats).board)
    found = [sum(layout.zone(cell) == zone for cell in layout.cells) for zone in range(zones)]
    assert found == list(sizes[:zones])
    assert sum(found) == len(layout.cells)


@pytest.mark.parametrize("seats", range(1, 5))
@pytest.mark.parametrize("name", ["axio", "hex"])
def test_every_row_and_column_has_one_label_inside_the_frame(name: str, seats: int) -> None:
    """Labels stand apart from each other and from the cells."""
    layout = layout_of(game(name, seats).board)
    labels = dict(layout.labels())
    assert set(labels) == {column_name(c) for c, _ in layout.cells} | {str(r) for _, r in layout.cells}
    points = [*labels.values(), *map(layout.centre, layout.cells)]
    nearest = min(abs(complex(*a) - complex(*b)) for a in labels.values() for b in points if a is not b)
    assert nearest >= 40
    left, top, right, bottom = layout.extent(32)
    assert all(left < x < right and top < y < bottom for x, y in labels.values())
