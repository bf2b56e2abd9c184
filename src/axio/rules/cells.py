"""Cells by name. On a board `e4` is column 5, row 4; on a display `2,-1` is x 2, y -1."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from .errors import Malformed

_NAME = re.compile(r"([a-z]{1,2})([1-9][0-9]{0,3})")


class Cell(NamedTuple):
    """A place for one mark (or, on a display, one tile). Compares by column, then by row."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{column_name(self.column)}{self.row}"

    def __add__(self, offset: tuple[int, int]) -> Cell:  # type: ignore[override]  # a vector, not a longer tuple
        return Cell(self.column + offset[0], self.row + offset[1])


@lru_cache(maxsize=1024)
def column_name(column: int) -> str:
    """1 is `a`, 26 is `z`, 27 is `aa`."""
    name = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def parse_cell(text: str) -> Cell:
    """The cell that a board name such as `e4` means."""
    match = _NAME.fullmatch(text)
    if match is None:
        raise Malformed(f"{text[:40]!r} is not a cell: expected a column and a row, as in `e4`")
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - ord("a") + 1
    return Cell(column, int(match[2]))
