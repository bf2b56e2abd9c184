"""What symbols look like in a terminal: one column each, in colour where there is any."""

from __future__ import annotations

from dataclasses import dataclass

from axio.rules.tiles import EMPTY, ORDER

from .terminal import Style

TILE = 234  # the paper of tiles: symbols stay apart on dark, whatever the terminal's own colours are
PLATE = 238  # of printed spaces
INKS = {"R": 203, "G": 79, "B": 111, "O": 172, "P": 135, "Y": 227, EMPTY: 242}

QUIET = Style(dim=True)
LOUD = Style(bold=True)
LAST = Style(ink=221, paper=TILE, bold=True)
LOW = Style(ink=TILE, paper=221, bold=True)
FRAME = Style(ink=242)
LAST_FRAME = Style(ink=178, bold=True)


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters of one picture."""

    marks: dict[str, str]
    pyramid: str
    cell: str
    bar: tuple[str, str, str]  # two points, one, none
    turn: str
    low: str
    joints: str  # box lines, by where they lead: up 1, right 2, down 4, left 8


UNICODE = Glyphs(
    marks=dict(zip(ORDER, "✹●✦■○▲·", strict=True)),
    pyramid="▵",
    cell="·",
    bar=("━", "╸", "─"),
    turn="▸",
    low="◂",
    joints=" ╵╶└╷│┌├╴┘─┴┐┤┬┼",
)
ASCII = Glyphs(
    marks={mark: mark for mark in ORDER},
    pyramid="^",
    cell=".",
    bar=("=", "-", "."),
    turn=">",
    low="<",
    joints=" |-+||++-+-+++++",
)


def on_tile(mark: str) -> Style:
    return Style(ink=INKS[mark], paper=TILE, bold=mark != EMPTY)


def printed(mark: str) -> Style:
    return Style(ink=INKS[mark], paper=PLATE, bold=True)
