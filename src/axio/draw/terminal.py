"""A sheet of character cells for the terminal, and how symbols look on it, in colour or plain."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from axio.rules.tiles import EMPTY, ORDER

RESET = "\x1b[0m"
TILE = 234  # the paper of tiles: symbols stay apart on dark, whatever the terminal's own colours are
PLATE = 238  # of printed spaces
INKS = {"R": 203, "G": 79, "B": 111, "O": 172, "P": 135, "Y": 227, EMPTY: 242}


class Style(NamedTuple):
    """Colours by their number among a terminal's 256."""

    ink: int | None = None
    paper: int | None = None
    bold: bool = False
    dim: bool = False

    def code(self) -> str:
        parts = [*("1",) * self.bold, *("2",) * self.dim]
        parts += [f"38;5;{self.ink}"] if self.ink is not None else []
        parts += [f"48;5;{self.paper}"] if self.paper is not None else []
        return f"\x1b[{';'.join(parts)}m" if parts else ""


PLAIN = Style()


class Sheet:
    """Characters at (line, column). Grows as it is written on; every line comes out equally wide."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, Style]] = {}
        self.height = 0
        self.width = 0

    def write(self, line: int, column: int, text: str, style: Style = PLAIN) -> int:
        """Write a text; the column after it. What already stands there gives way."""
        for letter in _letters(text):
            for cell in (letter, "")[: columns(letter[0])]:
                self._put(line, column, cell, style)
                column += 1
        return column

    def stamp(self, line: int, column: int, other: Sheet) -> None:
        """Another sheet, its corner here."""
        for (down, right), (char, style) in other._cells.items():
            self._put(line + down, column + right, char, style)

    def lines(self, *, colour: bool) -> list[str]:
        return [self._line(line, colour) for line in range(self.height)]

    def _put(self, line: int, column: int, char: str, style: Style) -> None:
        self._cells[line, column] = char, style
        self.height, self.width = max(self.height, line + 1), max(self.width, column + 1)

    def _line(self, line: int, colour: bool) -> str:
        written, before = [], PLAIN
        for column in range(self.width):
            char, style = self._cells.get((line, column), (" ", PLAIN))
            if colour and style != before:
                written.append((RESET if before != PLAIN else "") + style.code())
                before = style
            written.append(char)
        return "".join(written) + (RESET if before != PLAIN else "")


def columns(char: str) -> int:
    """How many columns a terminal gives a character."""
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def inert(text: str, room: int) -> str:
    """Text from outside for one line: nothing that steers a terminal, cut to that many columns."""
    kept = (char if unicodedata.category(char)[0] != "C" else " " for char in text)
    text = " ".join("".join(kept).split())
    if sum(map(columns, text)) <= room:
        return text
    while text and sum(map(columns, text)) > room - 1:
        text = text[:-1]
    return text.rstrip() + "…"


def _letters(text: str) -> Iterator[str]:
    """Characters, each with the accents that follow it."""
    letter = ""
    for char in text:
        if letter and columns(char):
            yield letter
            letter = ""
        letter += char
    if letter:
        yield letter


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
