"""The bare board: ivory by day, slate by night, cells pressed in, smaller areas told apart by tone."""

from __future__ import annotations

from functools import partial

from .layout import Layout
from .markup import Ink, element, group, move, words
from .shapes import inset, rounded


def slab(ink: Ink, layout: Layout, margin: float) -> str:
    """The board's body, its edge and its shadow on the table."""
    theme = ink.theme
    shape = rounded(layout.frame(margin), 22)
    rim = rounded(layout.frame(margin - 2), 20)
    return group(
        element("path", d=shape, fill="#000", fill_opacity=theme.shadow * 0.22, transform=move(0, 12)),
        element("path", d=shape, fill="#000", fill_opacity=theme.shadow * 0.35, transform=move(0, 6)),
        element("path", d=shape, fill=theme.edge, transform=move(0, 4)),
        element("path", d=shape, fill=board_paint(ink)),
        element("path", d=rim, fill="none", stroke=theme.light, stroke_opacity=0.7, stroke_width=1.2),
        class_="slab",
    )


def board_paint(ink: Ink) -> str:
    top, foot = ink.theme.board
    return ink.fade("board-paint", (0, top, 1), (1, foot, 1))


def coordinates(ink: Ink, layout: Layout) -> str:
    """Letters and numbers along the edges, larger on larger boards: these are shown smaller."""
    left, _, right, _ = layout.extent(0)
    size = min(max((right - left) / 42, 14), 20)
    labels = (words(text, x, y + size * 0.36, size, ink.theme.muted) for text, (x, y) in layout.labels())
    return group(*labels, class_="coordinates", text_anchor="middle", font_weight=500)


def cells(ink: Ink, layout: Layout) -> str:
    """Cells zone by zone, each zone framed by a fine line of brass."""
    zones = sorted({layout.zone(cell) for cell in layout.cells})
    pressed = {zone: ink.define(f"cell{zone}", partial(_cell, ink, layout, zone)) for zone in zones}
    drawn = (
        element("use", href=pressed[layout.zone(cell)], class_="cell", x=x, y=y)
        for cell in layout.cells
        for x, y in [layout.centre(cell)]
    )
    return group(*drawn) + "".join(_border(ink, layout, zone, zone == zones[-1]) for zone in zones)


def _border(ink: Ink, layout: Layout, zone: int, outermost: bool) -> str:
    within = (cell for cell in layout.cells if layout.zone(cell) <= zone)
    line = layout.outline(within, -3.5 if outermost else -0.2, 7)
    return element("path", d=line, fill="none", **_brass(ink))


def _brass(ink: Ink) -> dict[str, str | float]:
    return {"stroke": ink.theme.brass, "stroke_width": 1.3, "stroke_opacity": 0.75}


def _cell(ink: Ink, layout: Layout, zone: int) -> str:
    """A cell pressed into the board: shadow at its upper edge, light at the lower."""
    theme = ink.theme
    one = layout.cells[0]
    x, y = layout.centre(one)
    shade, light = theme.shade, theme.light
    edge = ink.fade("cell-paint", (0, shade, 0.55), (0.22, shade, 0.1), (0.85, light, 0.2), (1, light, 1))
    tone = theme.zones[min(zone, len(theme.zones) - 1)]
    return group(
        element("path", d=layout.outline([one], 2.2, 7), fill=tone),
        element("path", d=layout.outline([one], 2.6, 6.6), fill="none", stroke=edge, stroke_width=1.3),
        transform=move(-x, -y),
    )


def cloth(ink: Ink, layout: Layout) -> str:
    """Where there is no grid: one wide hollow, with a dot wherever corners can meet."""
    theme, field = ink.theme, layout.frame(2)
    left, top, right, bottom = layout.extent(-8)
    points = {corner for cell in layout.cells for corner in layout.corners(cell)}
    dots = sorted((x, y) for x, y in points if left < x < right and top < y < bottom)
    return group(
        element("path", d=rounded(field, 14), fill=theme.zones[0]),
        element("path", d=rounded(inset(field, 0.6), 14), fill="none", **_brass(ink)),
        *(element("circle", cx=x, cy=y, r=2.6, fill=theme.shade, fill_opacity=0.45) for x, y in dots),
        class_="cloth",
    )
