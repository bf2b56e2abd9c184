"""A board with its cells, tiles and pyramids, and marks for the last move and the open spots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from axio.rules.cells import Cell
from axio.rules.laying import Board
from axio.rules.moves import Move, Place
from axio.rules.position import Position

from .layout import BoardLayout
from .markup import Ink, element, group, move, path, words
from .shapes import inset, rounded
from .tiles import closed_discs, symbol, tile

MARGIN = 32.0  # around the cells: room for coordinates
BARE = 16.0  # the same without them


def board(
    ink: Ink, layout: BoardLayout, laid: Board, *, labelled: bool, under: str = "", over: str = ""
) -> str:
    """Draw a board and what lies on it; `under` is drawn below the tiles, `over` above them."""
    tiles = sorted(laid.tiles, key=lambda place: _depth(layout, place.at))
    return group(
        _slab(ink, layout, MARGIN if labelled else BARE),
        _coordinates(ink, layout) if labelled else "",
        _cells(ink, layout) if layout.bounded else _cloth(ink, layout),
        *(_printed(ink, layout, cell, colour) for cell, colour in sorted(layout.printed.items())),
        under,
        *(tile(ink, layout, place) for place in tiles),
        over,
        closed_discs(ink, layout, tiles),
        *(_pyramid(ink, layout, cell) for cell in laid.pyramids),
        class_="board",
    )


def _depth(layout: BoardLayout, at: Sequence[Cell]) -> tuple[float, float]:
    """The order of drawing: from the far edge to the near one, so that no shadow falls on a neighbour."""
    return max((y, x) for x, y in map(layout.centre, at))


def _printed(ink: Ink, layout: BoardLayout, cell: Cell, colour: str) -> str:
    """An inlay in the board itself: a plate with a brass rim, and the symbol let into it."""
    theme = ink.theme
    plate = layout.outline([cell], 2.2, 7)
    return group(
        element("title", f"{colour}{cell}"),
        element("path", d=plate, fill=theme.plate, stroke=theme.brass, stroke_width=1.6),
        symbol(ink, colour, layout.centre(cell), layout.symbol * layout.pitch, on_tile=False),
        class_="printed",
    )


def _pyramid(ink: Ink, layout: BoardLayout, cell: Cell) -> str:
    x, y = layout.centre(cell)
    return element("use", href=ink.define("pyramid", lambda: _facets(ink)), class_="pyramid", x=x, y=y)


def _facets(ink: Ink) -> str:
    """A pyramid from above: one bright side, one side in the shade."""
    bright, shaded = ink.theme.pyramid
    shadow = path([(-16, 8), (3, 16), (23, 12), (15, 5)])
    return (
        element("path", d=shadow, fill="#000", fill_opacity=ink.theme.shadow * 0.8)
        + element("path", d=path([(-1, -16), (3, 13), (-16, 7)]), fill=bright)
        + element("path", d=path([(-1, -16), (15, 5), (3, 13)]), fill=shaded)
    )


def _slab(ink: Ink, layout: BoardLayout, margin: float) -> str:
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
    """The gradient of the board's surface."""
    top, foot = ink.theme.board
    return ink.fade("board-paint", (0, top, 1), (1, foot, 1))


def _coordinates(ink: Ink, layout: BoardLayout) -> str:
    """Letters and numbers along the edges, larger on larger boards, which are scaled down more."""
    left, _, right, _ = layout.extent(0)
    size = min(max((right - left) / 42, 14), 20)
    labels = (words(text, x, y + size * 0.36, size, ink.theme.muted) for text, (x, y) in layout.labels())
    return group(*labels, class_="coordinates", text_anchor="middle", font_weight=500)


def _cells(ink: Ink, layout: BoardLayout) -> str:
    """Cells zone by zone, each zone framed by a fine line of brass."""
    zones = sorted({layout.zone(cell) for cell in layout.cells})
    pressed = {zone: ink.define(f"cell{zone}", partial(_cell, ink, layout, zone)) for zone in zones}
    drawn = (
        element("use", href=pressed[layout.zone(cell)], class_="cell", x=x, y=y)
        for cell in layout.cells
        for x, y in [layout.centre(cell)]
    )
    return group(*drawn) + "".join(_border(ink, layout, zone, zone == zones[-1]) for zone in zones)


def _border(ink: Ink, layout: BoardLayout, zone: int, outermost: bool) -> str:
    within = (cell for cell in layout.cells if layout.zone(cell) <= zone)
    line = layout.outline(within, -3.5 if outermost else -0.2, 7)
    return element("path", d=line, fill="none", **_brass(ink))


def _brass(ink: Ink) -> dict[str, str | float]:
    return {"stroke": ink.theme.brass, "stroke_width": 1.3, "stroke_opacity": 0.75}


def _cell(ink: Ink, layout: BoardLayout, zone: int) -> str:
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


def _cloth(ink: Ink, layout: BoardLayout) -> str:
    """The ground where there is no grid: one wide hollow, with a dot wherever corners can meet."""
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


def last_move(ink: Ink, layout: BoardLayout, move: Move | None) -> str:
    """Highlight the tile laid last with a bright outline."""
    if not isinstance(move, Place):
        return ""
    line = layout.outline(move.at, layout.gap - 0.4, layout.radius)
    return group(
        element("path", d=line, stroke_width=8, stroke_opacity=0.28),
        element("path", d=line, stroke_width=3),
        class_="last",
        fill="none",
        stroke=ink.theme.last,
    )


def open_spots(ink: Ink, layout: BoardLayout, position: Position) -> str:
    """Mark where the seat to move may lay a tile: empty squares, or pairs of cells."""
    if position.to_move is None or position.asked:
        return ""
    spots = [spot.cells for spot in position.board.spots(position.first)]
    colour = ink.theme.brass
    if all(len(cells) == 1 for cells in spots):
        squares = (layout.outline(cells, 7, 10) for cells in spots)
        marked = [element("path", class_="spot", d=line, stroke_dasharray="7 7") for line in squares]
        return group(*marked, fill=colour, fill_opacity=0.1, stroke=colour, stroke_width=2.2)
    centres = [[layout.centre(cell) for cell in cells] for cells in spots]
    links = [element("path", class_="spot", d=path(ends)) for ends in centres]
    dots = sorted({end for ends in centres for end in ends})
    return group(
        group(*links, stroke=colour, stroke_width=2, stroke_opacity=0.4),
        *(element("circle", cx=x, cy=y, r=4.6, fill=colour) for x, y in dots),
    )
