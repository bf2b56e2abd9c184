"""What is drawn onto a position to point something out: the last move, and where a tile may go."""

from __future__ import annotations

from axio.rules.moves import Move, Place
from axio.rules.position import Position

from .layout import Layout
from .markup import Ink, element, group, path


def last_move(ink: Ink, layout: Layout, move: Move | None) -> str:
    """A line of light around the tile laid last."""
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


def open_spots(ink: Ink, layout: Layout, position: Position) -> str:
    """Where the seat to move may lay a tile: squares, or cells linked two by two."""
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
