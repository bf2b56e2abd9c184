"""The six symbols weigh the same and are told apart by shape, small as they may be."""

from itertools import combinations

import pytest

from axio.draw.symbols import PATHS, SHAPES
from axio.rules.tiles import NAMES

from .flatten import area, flattened, inside

SIZE, FINE = 12, 4


def pixels(colour: str) -> list[float]:
    """How much of each pixel a symbol covers when it is drawn 12 pixels wide."""
    parts, step = flattened(PATHS[colour]), 1 / (SIZE * FINE)
    places = [(index + 0.5) * step - 0.5 for index in range(SIZE * FINE)]
    covered = [[inside(parts, (x, y)) for x in places] for y in places]
    return [
        sum(covered[y * FINE + dy][x * FINE + dx] for dy in range(FINE) for dx in range(FINE)) / FINE**2
        for y in range(SIZE)
        for x in range(SIZE)
    ]


def test_every_colour_has_a_symbol_and_a_word_for_it() -> None:
    assert set(PATHS) == set(SHAPES) == set(NAMES)


def test_symbols_are_equally_heavy() -> None:
    """No symbol covers 8 % more or less than the average."""
    areas = {colour: area(path) for colour, path in PATHS.items()}
    average = sum(areas.values()) / len(areas)
    assert all(abs(each / average - 1) <= 0.08 for each in areas.values()), areas


@pytest.mark.parametrize("colour", PATHS)
def test_symbols_stay_in_their_box(colour: str) -> None:
    assert all(max(abs(x), abs(y)) <= 0.501 for part in flattened(PATHS[colour]) for x, y in part)


@pytest.mark.parametrize(("one", "other"), [*combinations(PATHS, 2)])
def test_symbols_differ_at_twelve_pixels_without_colour(one: str, other: str) -> None:
    """At least a seventh of what either covers is covered by only one of them."""
    first, second = pixels(one), pixels(other)
    apart = sum(abs(a - b) for a, b in zip(first, second, strict=True))
    either = sum(max(a, b) for a, b in zip(first, second, strict=True))
    assert apart / either >= 1 / 7
