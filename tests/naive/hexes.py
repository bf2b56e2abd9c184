"""Hex AXIO's board of hexagons."""

from .area import Area

SIDES = {1: 6, 2: 6, 3: 7, 4: 8}
STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


def area(seats: int) -> Area:
    side = SIDES[seats]
    lines = range(1, 2 * side)
    cells = [(c, r) for c in lines for r in lines if side + 1 <= c + r <= 3 * side - 1]
    printed = {
        (side - 5, side + 5): "R",
        (side, side + 5): "G",
        (side + 5, side): "B",
        (side + 5, side - 5): "O",
        (side, side - 5): "Y",
        (side - 5, side): "P",
    }
    return Area(cells, STEPS, printed)
