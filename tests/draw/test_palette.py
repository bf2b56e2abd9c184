"""Nobody needs to see colour to play, and nobody who sees some is misled by it."""

from itertools import combinations

import pytest

from axio.draw.palette import ON_IVORY, SYMBOLS, THEMES, TILE, TILE_FOOT, TILE_TOP, mix
from axio.draw.tiles import TINT

from .eyes import VISIONS, contrast, distance

PAIRS = list(combinations("RGBOPY", 2))


@pytest.mark.parametrize("colour", SYMBOLS)
@pytest.mark.parametrize("ground", [TILE_TOP, TILE, TILE_FOOT])
def test_symbols_stand_out_on_a_tile(colour: str, ground: str) -> None:
    """A symbol has 4.5:1 on every tone of the tile it is let into."""
    assert contrast(SYMBOLS[colour], ground) >= 4.5


@pytest.mark.parametrize("colour", SYMBOLS)
def test_symbols_stand_out_in_their_quarter_circle(colour: str) -> None:
    """A corner's tint leaves its symbol 4.5:1 as well."""
    assert contrast(SYMBOLS[colour], mix(SYMBOLS[colour], TILE_FOOT, TINT)) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("colour", SYMBOLS)
def test_printed_symbols_stand_out_on_the_board(theme: str, colour: str) -> None:
    """An inlay has 3:1 on its plate, by day and by night."""
    assert contrast(THEMES[theme].inlays[colour], THEMES[theme].plate) >= 3


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("palette", [SYMBOLS, ON_IVORY], ids=["tile", "ivory"])
def test_any_two_symbols_differ_for_every_kind_of_eye(palette: dict[str, str], vision: str) -> None:
    """No two symbols come closer than 25, on tiles and on ivory."""
    close = {pair: distance(palette[pair[0]], palette[pair[1]], vision) for pair in PAIRS}
    assert min(close.values()) >= 25, min(close, key=lambda pair: close[pair])


@pytest.mark.parametrize("name", THEMES)
def test_text_can_be_read(name: str) -> None:
    """Text has 4.5:1 wherever it stands."""
    theme = THEMES[name]
    grounds = [*theme.table, *theme.board, *theme.card]
    assert all(contrast(ink, ground) >= 4.5 for ink in (theme.text, theme.muted) for ground in grounds)
    assert contrast(theme.lit_text, theme.lit) >= 4.5
    assert contrast(theme.muted, theme.groove) >= 4.5


@pytest.mark.parametrize("name", THEMES)
def test_areas_of_the_board_differ_in_tone(name: str) -> None:
    """The play areas of smaller tables can be told apart."""
    zones = THEMES[name].zones
    assert all(distance(one, other, "normal") >= 4 for one, other in combinations(zones, 2))


def test_mixing_runs_from_one_colour_to_the_other() -> None:
    assert mix("#FF8000", "#000000", 1) == "#FF8000"
    assert mix("#FF8000", "#000000", 0) == "#000000"
    assert mix("#FF8000", "#000000", 0.5) == "#804000"
