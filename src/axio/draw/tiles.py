"""Tiles: near-black, softly bevelled, with bright symbols let in, or with quarter circles at the corners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from axio.rules.cells import Cell
from axio.rules.moves import Place
from axio.rules.tiles import EMPTY

from .layout import BoardLayout
from .markup import Ink, element, group, move, number
from .palette import SYMBOLS, TILE, TILE_FOOT, TILE_TOP, mix
from .shapes import Point
from .symbols import PATHS

TINT = 0.17  # how much of a corner's colour its quarter circle shows
REACH = 0.475  # a quarter circle's radius, of the pitch


def tile(ink: Ink, layout: BoardLayout, place: Place) -> str:
    """Draw a tile where it lies; its tooltip names it."""
    marks = zip(place.marks, layout.marks(place.at), strict=True)
    size = layout.symbol * layout.pitch
    return group(
        element("title", str(place)),
        _body(ink, layout, place.at),
        *(_quarters(ink, layout, place) if _has_quarters(place) else ()),
        *(symbol(ink, mark, point, size) for mark, point in marks if mark != EMPTY),
        class_="tile",
    )


def symbol(ink: Ink, colour: str, at: Point, size: float, *, on_tile: bool = True) -> str:
    """Draw a symbol, inlaid in what lies under it."""
    make = partial(_on_tile if on_tile else _inlay, ink, colour)
    reference = ink.define(colour if on_tile else f"inlay{colour}", make)
    return element("use", href=reference, class_=f"symbol {colour}", transform=move(*at, size))


def _on_tile(ink: Ink, colour: str) -> str:
    return _let_in(PATHS[colour], SYMBOLS[colour], "#000", "#FFF", 0.14)


def _inlay(ink: Ink, colour: str) -> str:
    """The colour it has on a tile, with a rim as dark as one: on ivory alone it would be pale."""
    shape = PATHS[colour]
    return element(
        "path", d=shape, fill=ink.theme.light, fill_opacity=0.9, transform=move(0, 0.05)
    ) + element("path", d=shape, fill=SYMBOLS[colour], stroke=TILE, stroke_width=0.07, paint_order="stroke")


def _let_in(shape: str, fill: str, shade: str, light: str, glint: float) -> str:
    """An inlaid shape: a shadow at its upper edge, a glint at the lower."""
    return (
        element("path", d=shape, fill=shade, fill_opacity=0.75, transform=move(0, -0.03))
        + element("path", d=shape, fill=light, fill_opacity=glint, transform=move(0, 0.03))
        + element("path", d=shape, fill=fill)
    )


def tile_paint(ink: Ink) -> str:
    """The gradient of a tile's surface."""
    return ink.fade("tile-paint", (0, TILE_TOP, 1), (0.3, TILE, 1), (1, TILE_FOOT, 1))


def _body(ink: Ink, layout: BoardLayout, at: Sequence[Cell]) -> str:
    """A tile without symbols, defined once for each way it can lie."""
    (x, y), (column, row) = layout.centre(at[0]), at[0]
    lying = [Cell(cell.column - column, cell.row - row) for cell in at]
    name = "tile" + "".join(f"_{across}_{along}" for across, along in lying[1:])
    return element("use", href=ink.define(name, lambda: _blank(ink, layout, lying)), x=x, y=y)


def _blank(ink: Ink, layout: BoardLayout, at: Sequence[Cell]) -> str:
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
    """The gradient of the rim: a thin light on the upper edge."""
    white = "#FFF"
    return ink.fade("rim-paint", (0, white, 0.42), (0.16, white, 0.13), (0.8, white, 0.05), (1, "#000", 0.5))


def _has_quarters(place: Place) -> bool:
    """Whether a tile has its marks at corners and not one in each cell."""
    return len(place.marks) > len(place.at)


def _quarters(ink: Ink, layout: BoardLayout, place: Place) -> Sequence[str]:
    x, y = layout.centre(place.at[0])
    return [
        element("use", href=_quarter(ink, layout, mark), transform=f"{move(x, y)} rotate({90 * corner})")
        for corner, mark in enumerate(place.marks)
    ]


def closed_discs(ink: Ink, layout: BoardLayout, tiles: Sequence[Place]) -> str:
    """Draw a fine ring and a pin wherever four quarter circles close."""
    cells = (place.at[0] for place in tiles if _has_quarters(place))
    meeting = Counter(corner for cell in cells for corner in layout.corners(cell))
    closed = sorted(point for point, count in meeting.items() if count == 4)
    return "".join(
        element("use", href=ink.define("disc", lambda: _disc(ink, layout)), class_="disc", x=x, y=y)
        for x, y in closed
    )


def _disc(ink: Ink, layout: BoardLayout) -> str:
    ring, pin = REACH * layout.pitch + 0.6, (0, "#FFF6DC", 1.0)
    paint = ink.fade("pin-paint", pin, (1, ink.theme.brass, 1))
    return (
        element("circle", r=ring, fill="none", stroke="#FFE9B8", stroke_opacity=0.75, stroke_width=1.6)
        + element("circle", r=6.2, fill=TILE_FOOT)
        + element("circle", r=4.4, fill=paint)
    )


def _quarter(ink: Ink, layout: BoardLayout, mark: str) -> str:
    if mark == EMPTY:
        return ink.define("hollow", lambda: _hollow(layout))
    return ink.define(f"quarter{mark}", lambda: _filled(layout, SYMBOLS[mark]))


def _filled(layout: BoardLayout, colour: str) -> str:
    wedge, arc = _paths(layout)
    fill = element("path", d=wedge, fill=mix(colour, TILE_FOOT, TINT))
    return fill + element("path", d=arc, fill="none", stroke=colour, stroke_width=2.6)


def _hollow(layout: BoardLayout) -> str:
    wedge, arc = _paths(layout)
    dotted = {"stroke": "#FFF", "stroke_dasharray": "1 4.2", "stroke_linecap": "round"}
    hollow = element("path", d=wedge, fill="#000", fill_opacity=0.5)
    return hollow + element("path", d=arc, fill="none", stroke_width=1.4, stroke_opacity=0.4, **dotted)


def _paths(layout: BoardLayout) -> tuple[str, str]:
    """The area of the top left quarter circle of a tile centred at 0, 0, and the arc that bounds it."""
    near, reach = layout.gap - layout.pitch / 2, REACH * layout.pitch
    edge, soft, far = (number(near + away) for away in (0, layout.radius, reach - layout.gap))
    arc = f"{far} {edge}A{number(reach)} {number(reach)} 0 0 1 {edge} {far}"
    return f"M{soft} {edge}L{arc}L{edge} {soft}Q{edge} {edge} {soft} {edge}Z", f"M{arc}"
