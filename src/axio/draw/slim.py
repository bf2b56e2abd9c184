"""Scores where there is little room: one line for each seat, a number for each colour, the lowest boxed."""

from __future__ import annotations

from collections.abc import Sequence

from axio.rules.position import Position

from .markup import TABULAR, Ink, element, group, move, shortened, words
from .scores import card_paint
from .tiles import symbol
from .wording import seat_name

LINE = 34.0
CELL = 41.0


def slim_scores(ink: Ink, position: Position, names: Sequence[str] | None, width: float) -> str:
    lines = (
        group(
            _line(
                ink, seat_name(names, seat), position.game.colours, tracks, position.to_move == seat, width
            ),
            transform=move(0, seat * LINE),
        )
        for seat, tracks in enumerate(position.tracks)
    )
    return group(*lines, class_="scores")


def _line(ink: Ink, name: str, colours: str, tracks: Sequence[int], moving: bool, width: float) -> str:
    theme, start = ink.theme, width - 6 - CELL * len(tracks)
    plate = element(
        "rect",
        width=width,
        height=LINE - 5,
        rx=9,
        fill=card_paint(ink),
        stroke=theme.brass if moving else None,
        stroke_width=2 if moving else None,
    )
    return group(
        plate,
        words(shortened(name, start - 14, 14), 11, 19.5, 14, theme.text, font_weight=650 if moving else 500),
        *(
            group(_score(ink, colour, points, points == min(tracks)), transform=move(start + CELL * index, 0))
            for index, (colour, points) in enumerate(zip(colours, tracks, strict=True))
        ),
        class_="card moving" if moving else "card",
    )


def _score(ink: Ink, colour: str, points: int, lowest: bool) -> str:
    theme = ink.theme
    return group(
        element("rect", x=0.5, y=2.5, width=CELL - 1, height=LINE - 10, rx=6, fill=theme.lit, class_="lit")
        if lowest
        else "",
        symbol(ink, colour, (11, LINE / 2 - 2.5), 15, on_tile=False),
        words(
            str(points),
            21,
            19.5,
            14,
            theme.lit_text if lowest else theme.text,
            font_weight=700 if lowest else 500,
            style=TABULAR,
        ),
        class_="track",
    )
