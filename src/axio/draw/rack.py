"""A rack: the tiles a seat may place, on a ledge below the board."""

from __future__ import annotations

from collections.abc import Sequence

from axio.rules.moves import Place
from axio.rules.tiles import Tile

from .layout import Layout
from .markup import Ink, element, group, move
from .shapes import bounds, union
from .slab import board_paint
from .tiles import tile


def rack(ink: Ink, layout: Layout, tiles: Sequence[Tile], width: float) -> tuple[float, str]:
    """The tiles side by side on a ledge that wide: its height, and itself."""
    left, top, right, bottom = bounds(union(map(layout.corners, layout.lying)))
    step = right - left + layout.pitch * 0.16
    whole = len(tiles) * step - layout.pitch * 0.16
    scale = min((width - 44) / max(whole, 3.4 * step), width * 0.17 / (bottom - top), 1.05)
    height = (bottom - top) * scale + 28
    start = (width - whole * scale) / 2 - left * scale
    ledge = max(whole * scale + 44, width * 0.3)
    drawn = (
        group(
            tile(ink, layout, Place(marks, layout.lying)),
            transform=move(start + index * step * scale, 14 - top * scale, scale),
        )
        for index, marks in enumerate(tiles)
    )
    return height, group(_ledge(ink, (width - ledge) / 2, ledge, height), *drawn, class_="rack")


def _ledge(ink: Ink, left: float, width: float, height: float) -> str:
    theme = ink.theme
    shape = {"width": width, "height": height, "rx": 16.0}
    return group(
        element("rect", **shape, y=7, fill="#000", fill_opacity=theme.shadow * 0.35),
        element("rect", **shape, y=3, fill=theme.edge),
        element("rect", **shape, fill=board_paint(ink)),
        element("rect", x=7, y=7, width=width - 14, height=height - 14, rx=10, fill=theme.zones[0]),
        transform=move(left, 0),
    )
