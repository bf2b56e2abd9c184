"""Tiles with a symbol at each corner: quarter circles that close into discs where four tiles meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from axio.rules.moves import Place
from axio.rules.tiles import EMPTY

from .layout import Layout
from .markup import Ink, element, move, number
from .palette import SYMBOLS, TILE_FOOT, mix

TINT = 0.17  # how much of a corner's colour its quarter circle shows
REACH = 0.475  # a quarter circle's radius, of the pitch


def has_quarters(place: Place) -> bool:
    """Whether a tile has its marks at corners and not one in each cell."""
    return len(place.marks) > len(place.at)


def quarters(ink: Ink, layout: Layout, place: Place) -> Sequence[str]:
    x, y = layout.centre(place.at[0])
    return [
        element("use", href=_quarter(ink, layout, mark), transform=f"{move(x, y)} rotate({90 * corner})")
        for corner, mark in enumerate(place.marks)
    ]


def closed_discs(ink: Ink, layout: Layout, tiles: Sequence[Place]) -> str:
    """A fine ring and a pin wherever four quarter circles close."""
    cells = (place.at[0] for place in tiles if has_quarters(place))
    meeting = Counter(corner for cell in cells for corner in layout.corners(cell))
    closed = sorted(point for point, count in meeting.items() if count == 4)
    return "".join(
        element("use", href=ink.define("disc", lambda: _disc(ink, layout)), class_="disc", x=x, y=y)
        for x, y in closed
    )


def _disc(ink: Ink, layout: Layout) -> str:
    ring, pin = REACH * layout.pitch + 0.6, (0, "#FFF6DC", 1.0)
    paint = ink.fade("pin-paint", pin, (1, ink.theme.brass, 1))
    return (
        element("circle", r=ring, fill="none", stroke="#FFE9B8", stroke_opacity=0.75, stroke_width=1.6)
        + element("circle", r=6.2, fill=TILE_FOOT)
        + element("circle", r=4.4, fill=paint)
    )


def _quarter(ink: Ink, layout: Layout, mark: str) -> str:
    if mark == EMPTY:
        return ink.define("hollow", lambda: _hollow(layout))
    return ink.define(f"quarter{mark}", lambda: _filled(layout, SYMBOLS[mark]))


def _filled(layout: Layout, colour: str) -> str:
    wedge, arc = _paths(layout)
    fill = element("path", d=wedge, fill=mix(colour, TILE_FOOT, TINT))
    return fill + element("path", d=arc, fill="none", stroke=colour, stroke_width=2.6)


def _hollow(layout: Layout) -> str:
    wedge, arc = _paths(layout)
    dotted = {"stroke": "#FFF", "stroke_dasharray": "1 4.2", "stroke_linecap": "round"}
    hollow = element("path", d=wedge, fill="#000", fill_opacity=0.5)
    return hollow + element("path", d=arc, fill="none", stroke_width=1.4, stroke_opacity=0.4, **dotted)


def _paths(layout: Layout) -> tuple[str, str]:
    """At the top left of a tile whose middle is at 0, 0: the quarter's area, and the arc that bounds it."""
    near, reach = layout.gap - layout.pitch / 2, REACH * layout.pitch
    edge, soft, far = (number(near + away) for away in (0, layout.radius, reach - layout.gap))
    arc = f"{far} {edge}A{number(reach)} {number(reach)} 0 0 1 {edge} {far}"
    return f"M{soft} {edge}L{arc}L{edge} {soft}Q{edge} {edge} {soft} {edge}Z", f"M{arc}"
