"""How a picture is laid out: wide as on a table, narrow as on a phone, or nothing but the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from axio.rules.moves import Place
from axio.rules.position import Position
from axio.rules.tiles import Tile

from .board import board_paint
from .layout import BoardLayout
from .markup import Ink, element, group, move, reach, shortened, words
from .scores import GAP, LINE, cards, most, scoreboards, slim_scores
from .shapes import bounds, union
from .tiles import tile
from .wording import headline, remaining

EDGE = 40.0  # around a wide picture
COLUMN = 430.0  # the scoreboards beside the board


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a picture shows, with the board already drawn."""

    ink: Ink
    layout: BoardLayout
    position: Position
    names: Sequence[str] | None
    board: str
    margin: float  # of the board around its cells
    rack: tuple[Tile, ...] | None
    scores: bool


@dataclass(frozen=True, slots=True)
class Canvas:
    """A finished picture with its size."""

    width: float
    height: float
    body: str


def bare(drawing: Drawing) -> Canvas:
    """The board alone, with room for its shadow and no background."""
    left, top, right, bottom = drawing.layout.extent(drawing.margin)
    rim = 4.0
    placed = group(drawing.board, transform=move(rim - left, rim - top))
    return Canvas(right - left + 2 * rim, bottom - top + 2 * rim + 12, placed)


def wide(drawing: Drawing) -> Canvas:
    """A wide picture: the board, the scoreboards to its right, the rack below."""
    across, up, board = _board(drawing, 800, 760)
    body, width, height = [group(board, transform=move(EDGE, EDGE))], across + 2 * EDGE, up + 2 * EDGE
    if drawing.rack:
        deep, ledge = rack(drawing.ink, drawing.layout, drawing.rack, across)
        body.append(group(ledge, transform=move(EDGE, EDGE + up + 26)))
        height += deep + 26
    if drawing.scores:
        column = _column(drawing, up, height - 2 * EDGE)
        body.append(group(column, transform=move(width, EDGE)))
        width += COLUMN + EDGE
    return Canvas(width, height, _table(drawing, width, height) + "".join(body))


def narrow(drawing: Drawing, width: float) -> Canvas:
    """A narrow picture: one line for each seat, the board at full width, the rack below."""
    edge = 12.0
    inside = width - 2 * edge
    body, top = [], edge
    if drawing.scores:
        lines = slim_scores(drawing.ink, drawing.position, drawing.names, inside)
        body.append(group(lines, transform=move(edge, top)))
        top += LINE * drawing.position.game.seats + 10
    across, up, board = _board(drawing, inside, inside * 1.3)
    body.append(group(board, transform=move(edge + (inside - across) / 2, top)))
    top += up + 16
    if drawing.rack:
        deep, ledge = rack(drawing.ink, drawing.layout, drawing.rack, inside)
        body.append(group(ledge, transform=move(edge, top)))
        top += deep + 16
    return Canvas(width, top, _table(drawing, width, top) + "".join(body))


def _board(drawing: Drawing, width: float, height: float) -> tuple[float, float, str]:
    """The board scaled to fit: its width, its height, and the drawing at 0, 0."""
    left, top, right, bottom = drawing.layout.extent(drawing.margin)
    scale = min(width / (right - left), height / (bottom - top))
    board = group(drawing.board, transform=move(-left * scale, -top * scale, scale))
    return (right - left) * scale, (bottom - top) * scale, board


def _column(drawing: Drawing, board: float, page: float) -> str:
    """The headline and the scoreboards, as high as the board, or as the page if they need more room."""
    theme = drawing.ink.theme
    shown = cards(drawing.position, drawing.names)
    head = 66.0
    height = board if len(shown) * (most(shown[0]) + GAP) < page - head else page
    return (
        _headline(drawing)
        + words(remaining(drawing.position), 2, 48, 15, theme.muted)
        + group(scoreboards(drawing.ink, shown, COLUMN, height - head), transform=move(0, head))
    )


def _headline(drawing: Drawing) -> str:
    """The headline in one line, however long the names are."""
    names = [shortened(name, COLUMN / 2, 25) for name in drawing.names or ()]
    text = headline(drawing.position, names)
    size = min(25.0, max(14.0, 25 * COLUMN / reach(text, 25)))
    shown = shortened(text, COLUMN, size)
    return words(shown, 2, 24, size, drawing.ink.theme.text, font_weight=650, class_="headline")


def _table(drawing: Drawing, width: float, height: float) -> str:
    lit, far = drawing.ink.theme.table
    paint = drawing.ink.fade("table-paint", (0, lit, 1), (1, far, 1), radial=True)
    return element("rect", width=width, height=height, fill=paint, class_="table")


def rack(ink: Ink, layout: BoardLayout, tiles: Sequence[Tile], width: float) -> tuple[float, str]:
    """Draw a rack: tiles side by side on a ledge of this width. Returns its height and the drawing."""
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
