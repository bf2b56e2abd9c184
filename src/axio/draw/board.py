"""A board with everything on it, from the slab up to the pyramids."""

from __future__ import annotations

from collections.abc import Sequence

from axio.rules.cells import Cell
from axio.rules.laying import Board

from .layout import Layout
from .markup import Ink, element, group, path
from .quarters import closed_discs
from .slab import cells, cloth, coordinates, slab
from .tiles import symbol, tile

MARGIN = 32.0  # around the cells: room for coordinates
BARE = 16.0  # the same without them


def board(ink: Ink, layout: Layout, laid: Board, *, labelled: bool, under: str = "", over: str = "") -> str:
    """The board with what lies on it; `under` goes below the tiles, `over` above them."""
    tiles = sorted(laid.tiles, key=lambda place: _depth(layout, place.at))
    return group(
        slab(ink, layout, MARGIN if labelled else BARE),
        coordinates(ink, layout) if labelled else "",
        cells(ink, layout) if layout.bounded else cloth(ink, layout),
        *(_printed(ink, layout, cell, colour) for cell, colour in sorted(layout.printed.items())),
        under,
        *(tile(ink, layout, place) for place in tiles),
        over,
        closed_discs(ink, layout, tiles),
        *(_pyramid(ink, layout, cell) for cell in laid.pyramids),
        class_="board",
    )


def _depth(layout: Layout, at: Sequence[Cell]) -> tuple[float, float]:
    """From the far edge to the near one, so that no shadow falls on a neighbour."""
    return max((y, x) for x, y in map(layout.centre, at))


def _printed(ink: Ink, layout: Layout, cell: Cell, colour: str) -> str:
    """An inlay in the board itself: a plate with a brass rim, and the symbol let into it."""
    theme = ink.theme
    plate = layout.outline([cell], 2.2, 7)
    return group(
        element("title", f"{colour}{cell}"),
        element("path", d=plate, fill=theme.plate, stroke=theme.brass, stroke_width=1.6),
        symbol(ink, colour, layout.centre(cell), layout.symbol * layout.pitch, on_tile=False),
        class_="printed",
    )


def _pyramid(ink: Ink, layout: Layout, cell: Cell) -> str:
    x, y = layout.centre(cell)
    return element("use", href=ink.define("pyramid", lambda: _facets(ink)), class_="pyramid", x=x, y=y)


def _facets(ink: Ink) -> str:
    """Small and light: one bright side, one in the shade."""
    bright, shaded = ink.theme.pyramid
    shadow = path([(-16, 8), (3, 16), (23, 12), (15, 5)])
    return (
        element("path", d=shadow, fill="#000", fill_opacity=ink.theme.shadow * 0.8)
        + element("path", d=path([(-1, -16), (3, 13), (-16, 7)]), fill=bright)
        + element("path", d=path([(-1, -16), (15, 5), (3, 13)]), fill=shaded)
    )
