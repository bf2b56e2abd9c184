"""AXIO's board of squares."""

from .area import Area

WIDTHS = {1: 9, 2: 9, 3: 11, 4: 13}
STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1)]


def area(seats: int) -> Area:
    width = WIDTHS[seats]
    middle = (width + 1) // 2
    cells = [(column, row) for column in range(1, width + 1) for row in range(1, width + 1)]
    printed = {
        (middle, middle + 4): "R",
        (middle + 4, middle): "G",
        (middle, middle - 4): "B",
        (middle - 4, middle): "O",
        (middle, middle): "P",
    }
    return Area(cells, STEPS, printed)
