"""Tiles: near-black, softly bevelled, with bright symbols let in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from axio.rules.cells import Cell
from axio.rules.moves import Place
from axio.rules.tiles import EMPTY

from .layout import Layout
from .markup import Ink, element, group, move
from .palette import SYMBOLS, TILE, TILE_FOOT, TILE_TOP
from .quarters import has_quarters, quarters
from .shapes import Point
from .symbols import PATHS


def tile(ink: Ink, layout: Layout, place: Place) -> str:
    """A tile where it lies; pointing at it names it."""
    marks = zip(place.marks, layout.marks(place.at), strict=True)
    size = layout.symbol * layout.pitch
    return group(
        element("title", str(place)),
        _body(ink, layout, place.at),
        *(quarters(ink, layout, place) if has_quarters(place) else ()),
        *(symbol(ink, mark, point, size) for mark, point in marks if mark != EMPTY),
        class_="tile",
    )


def symbol(ink: Ink, colour: str, at: Point, size: float, *, on_tile: bool = True) -> str:
    """A symbol let into what is under it."""
    make = partial(_on_tile if on_tile else _inlay, ink, colour)
    reference = ink.define(colour if on_tile else f"inlay{colour}", make)
    return element("use", href=reference, class_=f"symbol {colour}", transform=move(*at, size))


def _on_tile(ink: Ink, colour: str) -> str:
    return _let_in(PATHS[colour], SYMBOLS[colour], "#000", "#FFF", 0.14)


def _inlay(ink: Ink, colour: str) -> str:
    theme = ink.theme
    return _let_in(PATHS[colour], theme.inlays[colour], theme.shade, theme.light, 0.9)


def _let_in(shape: str, fill: str, shade: str, light: str, glint: float) -> str:
    """A shadow at the upper edge, a glint at the lower."""
    return (
        element("path", d=shape, fill=shade, fill_opacity=0.75, transform=move(0, -0.03))
        + element("path", d=shape, fill=light, fill_opacity=glint, transform=move(0, 0.03))
        + element("path", d=shape, fill=fill)
    )


def tile_paint(ink: Ink) -> str:
    return ink.fade("tile-paint", (0, TILE_TOP, 1), (0.3, TILE, 1), (1, TILE_FOOT, 1))


def _body(ink: Ink, layout: Layout, at: Sequence[Cell]) -> str:
    """The bare tile, defined once for each way it can lie."""
    (x, y), (column, row) = layout.centre(at[0]), at[0]
    lying = [Cell(cell.column - column, cell.row - row) for cell in at]
    name = "tile" + "".join(f"_{across}_{along}" for across, along in lying[1:])
    return element("use", href=ink.define(name, lambda: _blank(ink, layout, lying)), x=x, y=y)


def _blank(ink: Ink, layout: Layout, at: Sequence[Cell]) -> str:
    x, y = layout.centre(at[0])
    gap, radius, shadow = layout.gap, layout.radius, ink.theme.shadow
    body = layout.outline(at, gap, radius)
    bevel = layout.outline(at, gap + 0.8, radius - 0.6)
    facet = layout.outline(at, gap + 3.2, radius - 2.4)
    return group(
        element("path", d=layout.outline(at, 0, radius), fill="#000", fill_opacity=layout.seam),
        element("path", d=body, fill="#000", fill_opacity=shadow * 0.5, transform=move(0, 3.6)),
        element("path", d=body, fill="#000", fill_opacity=shadow, transform=move(0, 1.6)),
        element("path", d=body, fill=tile_paint(ink)),
        element("path", d=bevel, fill="none", stroke=_rim(ink), stroke_width=1.6),
        element("path", d=facet, fill="none", stroke="#FFF", stroke_opacity=0.05, stroke_width=1),
        transform=move(-x, -y),
    )


def _rim(ink: Ink) -> str:
    """A hair of light on the upper edge."""
    white = "#FFF"
    return ink.fade("rim-paint", (0, white, 0.42), (0.16, white, 0.13), (0.8, white, 0.05), (1, "#000", 0.5))
