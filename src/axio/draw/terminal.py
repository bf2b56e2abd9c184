"""A sheet of character cells for the terminal, and how symbols look on it, in colour or plain."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from axio.rules.tiles import EMPTY, ORDER

RESET = "\x1b[0m"
TILE = 234  # the background of tiles: dark, whatever the terminal's own colours are
PLATE = 238  # the background of printed spaces
INKS = {"R": 203, "G": 79, "B": 111, "O": 172, "P": 135, "Y": 227, EMPTY: 242}


class Style(NamedTuple):
    """A style of characters; colours are numbers from 0 to 255."""

    ink: int | None = None
    paper: int | None = None
    bold: bool = False
    dim: bool = False

    def code(self) -> str:
        """The escape sequence that sets this style."""
        parts = [*("1",) * self.bold, *("2",) * self.dim]
        parts += [f"38;5;{self.ink}"] if self.ink is not None else []
        parts += [f"48;5;{self.paper}"] if self.paper is not None else []
        return f"\x1b[{';'.join(parts)}m" if parts else ""


PLAIN = Style()


class Sheet:
    """Characters by line and column. It grows as it is written on, and all its lines are equally wide."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, Style]] = {}
        self.height = 0
        self.width = 0

    def write(self, line: int, column: int, text: str, style: Style = PLAIN) -> int:
        """Write a text over what stands there. Returns the column after it."""
        for letter in _letters(text):
            for cell in (letter, "")[: columns(letter[0])]:
                self._put(line, column, cell, style)
                column += 1
        return column

    def stamp(self, line: int, column: int, other: Sheet) -> None:
        """Copy another sheet, with its top left corner here."""
        for (down, right), (char, style) in other._cells.items():
            self._put(line + down, column + right, char, style)

    def lines(self, *, colour: bool) -> list[str]:
        """The sheet as lines of text."""
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
    """How many columns a character takes in a terminal."""
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def inert(text: str, room: int) -> str:
    """Text from outside for one line: without control characters, cut to a number of columns."""
    kept = (char if unicodedata.category(char)[0] != "C" else " " for char in text)
    text = " ".join("".join(kept).split())
    if sum(map(columns, text)) <= room:
        return text
    while text and sum(map(columns, text)) > room - 1:
        text = text[:-1]
    return text.rstrip() + "…"


def _letters(text: str) -> Iterator[str]:
    """Characters, each with the combining accents that follow it."""
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
    """The characters that a text drawing is made of."""

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
    """The style of a symbol on a tile."""
    return Style(ink=INKS[mark], paper=TILE, bold=mark != EMPTY)


def printed(mark: str) -> Style:
    """The style of a printed symbol."""
    return Style(ink=INKS[mark], paper=PLATE, bold=True)
