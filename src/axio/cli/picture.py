"""A position on the screen, as draw.text draws it, and what its symbols stand for."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from axio.draw.terminal import UNICODE
from axio.draw.text import text
from axio.rules import Game, Observation, Place
from axio.rules.tiles import NAMES

from .screen import Screen
from .telling import INKS

SYMBOLS = "".join([*UNICODE.marks.values(), *UNICODE.bar, UNICODE.turn, UNICODE.low, UNICODE.pyramid])


def picture(screen: Screen, view: Observation, *, last: Place | None, names: Sequence[str]) -> None:
    """Board, scoreboards, and the viewer's rack; letters where the symbols cannot be shown."""
    plain = not screen.can_show(SYMBOLS)
    screen.picture(text(view, colour=screen.colour, ascii=plain, last=last, seat=view.viewer, names=names))


def legend(screen: Screen, game: Game) -> Text:
    """The letters of the colours, as moves are typed, with the symbols on the board."""
    shown = screen.can_show(SYMBOLS)
    parts = [
        Text(f"{colour} {UNICODE.marks[colour] + ' ' if shown else ''}{NAMES[colour]}", INKS[colour])
        for colour in game.colours
    ]
    return Text("   ").join(parts)
