"""How a picture is laid out: wide as on a table, narrow as on a phone, or nothing but the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from axio.rules.position import Position
from axio.rules.tiles import Tile

from .cards import cards
from .layout import Layout
from .markup import Ink, element, group, move, reach, shortened, words
from .rack import rack
from .scores import GAP, most, scoreboards
from .slim import LINE, slim_scores
from .wording import headline, remaining

EDGE = 40.0  # around a wide picture
COLUMN = 430.0  # the scoreboards beside the board


@dataclass(frozen=True, slots=True)
class Scene:
    """What is to be shown, the board drawn already."""

    ink: Ink
    layout: Layout
    position: Position
    names: Sequence[str] | None
    board: str
    margin: float  # of the board around its cells
    rack: tuple[Tile, ...] | None
    scores: bool


@dataclass(frozen=True, slots=True)
class Page:
    width: float
    height: float
    body: str


def bare(scene: Scene) -> Page:
    """The board and the little room its shadow needs, on no background."""
    left, top, right, bottom = scene.layout.extent(scene.margin)
    rim = 4.0
    placed = group(scene.board, transform=move(rim - left, rim - top))
    return Page(right - left + 2 * rim, bottom - top + 2 * rim + 12, placed)


def wide(scene: Scene) -> Page:
    """The board takes the height, scoreboards to its right, the rack below."""
    across, up, board = _board(scene, 800, 760)
    body, width, height = [group(board, transform=move(EDGE, EDGE))], across + 2 * EDGE, up + 2 * EDGE
    if scene.rack:
        deep, ledge = rack(scene.ink, scene.layout, scene.rack, across)
        body.append(group(ledge, transform=move(EDGE, EDGE + up + 26)))
        height += deep + 26
    if scene.scores:
        column = _column(scene, up, height - 2 * EDGE)
        body.append(group(column, transform=move(width, EDGE)))
        width += COLUMN + EDGE
    return Page(width, height, _table(scene, width, height) + "".join(body))


def narrow(scene: Scene, width: float) -> Page:
    """One slim line for each seat, the board as wide as there is room, the rack."""
    edge = 12.0
    inside = width - 2 * edge
    body, top = [], edge
    if scene.scores:
        lines = slim_scores(scene.ink, scene.position, scene.names, inside)
        body.append(group(lines, transform=move(edge, top)))
        top += LINE * scene.position.game.seats + 10
    across, up, board = _board(scene, inside, inside * 1.3)
    body.append(group(board, transform=move(edge + (inside - across) / 2, top)))
    top += up + 16
    if scene.rack:
        deep, ledge = rack(scene.ink, scene.layout, scene.rack, inside)
        body.append(group(ledge, transform=move(edge, top)))
        top += deep + 16
    return Page(width, top, _table(scene, width, top) + "".join(body))


def _board(scene: Scene, width: float, height: float) -> tuple[float, float, str]:
    """The board as large as it fits: its width, its height, and itself at 0, 0."""
    left, top, right, bottom = scene.layout.extent(scene.margin)
    scale = min(width / (right - left), height / (bottom - top))
    board = group(scene.board, transform=move(-left * scale, -top * scale, scale))
    return (right - left) * scale, (bottom - top) * scale, board


def _column(scene: Scene, board: float, page: float) -> str:
    """What comes next, and the scoreboards: down to the foot of the board, or of the page if need be."""
    theme = scene.ink.theme
    shown = cards(scene.position, scene.names)
    head = 66.0
    height = board if len(shown) * (most(shown[0]) + GAP) < page - head else page
    return (
        _headline(scene)
        + words(remaining(scene.position), 2, 48, 15, theme.muted)
        + group(scoreboards(scene.ink, shown, COLUMN, height - head), transform=move(0, head))
    )


def _headline(scene: Scene) -> str:
    """In one line, however long the names are."""
    names = [shortened(name, COLUMN / 2, 25) for name in scene.names or ()]
    text = headline(scene.position, names)
    size = min(25.0, max(14.0, 25 * COLUMN / reach(text, 25)))
    shown = shortened(text, COLUMN, size)
    return words(shown, 2, 24, size, scene.ink.theme.text, font_weight=650, class_="headline")


def _table(scene: Scene, width: float, height: float) -> str:
    lit, far = scene.ink.theme.table
    paint = scene.ink.fade("table-paint", (0, lit, 1), (1, far, 1), radial=True)
    return element("rect", width=width, height=height, fill=paint, class_="table")
