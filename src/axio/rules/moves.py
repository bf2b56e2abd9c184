"""Moves, and moves as text. A move is one decision: place a tile, exchange the rack, or keep it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from .cells import Cell, parse_cell
from .errors import Malformed
from .tiles import Colour, Marks


@dataclass(frozen=True, slots=True)
class Place:
    """Lay a tile: its marks, and the cells under them in the same order (or one cell under all of them)."""

    marks: Marks
    at: tuple[Cell, ...]
    named: Colour | None = None

    def __post_init__(self) -> None:
        at = self.at
        if len(at) > 1 and at[0] > at[1]:
            object.__setattr__(self, "at", at[::-1])
            object.__setattr__(self, "marks", self.marks[::-1])

    def __str__(self) -> str:
        if len(self.at) > 1:
            return "-".join(f"{mark}{cell}" for mark, cell in zip(self.marks, self.at, strict=True))
        (x, y), name = self.at[0], f"={self.named}" if self.named else ""
        return f"{self.marks}@{x},{y}{name}"


@dataclass(frozen=True, slots=True)
class Exchange:
    """Show the tiles left on the rack, draw a full rack, put the shown ones back."""

    def __str__(self) -> str:
        return "exchange"


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the rack and refill it as usual."""

    def __str__(self) -> str:
        return "keep"


Move: TypeAlias = Place | Exchange | Keep  # one decision

_NUMBER = r"(0|-?[1-9][0-9]{0,3})"
_HALVES = re.compile(r"([RGBOPY])([a-z]+[0-9]+)-([RGBOPY])([a-z]+[0-9]+)")
_CORNERS = re.compile(rf"([RGBOPY.]{{4}})@{_NUMBER},{_NUMBER}(?:=([RGBOPY]))?")
_EXPECTED = "expected `Re4-Bf4`, `RG.P@2,-1`, `RG.P@2,-1=B`, `exchange` or `keep`"


def parse_move(text: str) -> Move:
    """The move a text stands for, whatever the game. Halves may come in either order."""
    if text == "exchange":
        return Exchange()
    if text == "keep":
        return Keep()
    if match := _HALVES.fullmatch(text):
        return Place(match[1] + match[3], (parse_cell(match[2]), parse_cell(match[4])))
    if match := _CORNERS.fullmatch(text):
        return Place(match[1], (Cell(int(match[2]), int(match[3])),), match[4])
    raise Malformed(f"{text[:40]!r} is not a move: {_EXPECTED}")
