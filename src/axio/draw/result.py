"""The result of a solo game as a picture to share: where the tracks ended, and nothing of the board."""

from __future__ import annotations

from dataclasses import dataclass

from axio.rules.position import Position

from .markup import FONT, Ink, clean, element, group, move, number, own, reach, sealed, shortened, words
from .palette import THEMES, ThemeName
from .scores import Card, most, scoreboards

WIDTH = 600.0
EDGE = 30.0
HEAD = 76.0
FOOT = 62.0


@dataclass(frozen=True, slots=True)
class Caption:
    """The words of a result, in the reader's language."""

    title: str
    day: str
    lowest: str  # above the tracks
    line: str  # below them
    told: str  # all of it, for those who cannot see the picture


def result(position: Position, caption: Caption, *, theme: ThemeName = "light") -> str:
    """Draw the result of a solo game as SVG: it gives away no tile and no spot."""
    ink = Ink(THEMES[theme])
    card = _card(position, caption)
    deep = most(card) * 0.86
    height = HEAD + deep + FOOT
    inside = WIDTH - 2 * EDGE
    body = (
        _table(ink, height)
        + _head(ink, caption)
        + group(scoreboards(ink, [card], inside, deep), transform=move(EDGE, HEAD))
        + _foot(ink, caption, height)
    )
    return sealed(_document(ink, caption, body, height))


def _card(position: Position, caption: Caption) -> Card:
    game = position.game
    return Card(caption.lowest, position.tracks[0], game.colours, (0, game.end), moving=False, place=None)


def _table(ink: Ink, height: float) -> str:
    lit, far = ink.theme.table
    paint = ink.fade("table-paint", (0, lit, 1), (1, far, 1), radial=True)
    return element("rect", width=WIDTH, height=height, fill=paint)


def _head(ink: Ink, caption: Caption) -> str:
    day = words(caption.day, WIDTH - EDGE, 48, 17, ink.theme.muted, text_anchor="end")
    room = WIDTH - 2 * EDGE - reach(caption.day, 17) - 16
    return words(shortened(caption.title, room, 30), EDGE, 50, 30, ink.theme.text, font_weight=700) + day


def _foot(ink: Ink, caption: Caption, height: float) -> str:
    brand = words("Axio", WIDTH - EDGE, height - 25, 17, ink.theme.muted, text_anchor="end", font_weight=700)
    room = WIDTH - 2 * EDGE - reach("Axio", 17) - 16
    line = shortened(caption.line, room, 19)
    return words(line, EDGE, height - 25, 19, ink.theme.text, font_weight=600) + brand


def _document(ink: Ink, caption: Caption, body: str, height: float) -> str:
    return element(
        "svg",
        element("title", clean(f"{caption.title}, {caption.day}"), id=own("title")),
        element("desc", clean(caption.told), id=own("desc")),
        ink.definitions(),
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(WIDTH)} {number(height)}",
        width=round(WIDTH),
        height=round(height),
        role="img",
        aria_labelledby=f"{own('title')} {own('desc')}",
        font_family=FONT,
    )
