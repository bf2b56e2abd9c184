"""A display of square tiles in the terminal: two by two symbols in a box, boxes side by side."""

from __future__ import annotations

from collections.abc import Sequence

from axio.rules.cells import Cell
from axio.rules.moves import Place

from .glyphs import FRAME, LAST_FRAME, QUIET, Glyphs, on_tile
from .terminal import Sheet, Style

WIDE, HIGH = 6, 3  # from one box to the next
_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8


def display_sheet(tiles: Sequence[Place], glyphs: Glyphs, newest: Place | None) -> Sheet:
    sheet = Sheet()
    if not tiles:
        return sheet
    left, top = min(place.at[0].column for place in tiles), max(place.at[0].row for place in tiles)
    joints: dict[tuple[int, int], int] = {}
    for place in tiles:
        line, column = _corner(place.at[0], left, top)
        square(sheet, line + 1, column + 1, place.marks, glyphs)
        for point, ways in _sides(line, column):
            joints[point] = joints.get(point, 0) | ways
    for (line, column), ways in joints.items():
        sheet.write(line, column, glyphs.joints[ways], FRAME)
    if newest is not None:
        _highlight(sheet, *_corner(newest.at[0], left, top), glyphs, joints, LAST_FRAME)
    _coordinates(sheet, [place.at[0] for place in tiles], left, top)
    return sheet


def square(sheet: Sheet, line: int, column: int, marks: str, glyphs: Glyphs) -> None:
    """Four corners, clockwise from the top left, on two lines."""
    for down, pair in enumerate((marks[:2], marks[:1:-1])):
        sheet.write(line + down, column, " " * (WIDE - 1), on_tile(pair[0]))
        for right, mark in enumerate(pair):
            sheet.write(line + down, column + 1 + 2 * right, glyphs.marks[mark], on_tile(mark))


def _corner(cell: Cell, left: int, top: int) -> tuple[int, int]:
    return (top - cell.row) * HIGH, (cell.column - left) * WIDE + 4


def _sides(line: int, column: int) -> list[tuple[tuple[int, int], int]]:
    """The box around a tile: its points, and where lines lead from each."""
    foot, end = line + HIGH, column + WIDE
    level = [((y, x), _LEFT | _RIGHT) for y in (line, foot) for x in range(column + 1, end)]
    upright = [((y, x), _UP | _DOWN) for x in (column, end) for y in range(line + 1, foot)]
    corners = [
        ((line, column), _RIGHT | _DOWN),
        ((line, end), _LEFT | _DOWN),
        ((foot, column), _RIGHT | _UP),
        ((foot, end), _LEFT | _UP),
    ]
    return level + upright + corners


def _highlight(
    sheet: Sheet, line: int, column: int, glyphs: Glyphs, joints: dict[tuple[int, int], int], style: Style
) -> None:
    for (y, x), _ in _sides(line, column):
        sheet.write(y, x, glyphs.joints[joints[y, x]], style)
    for y in range(line + 1, line + HIGH):
        sheet.write(y, column, "[", style)
        sheet.write(y, column + WIDE, "]", style)


def _coordinates(sheet: Sheet, cells: Sequence[Cell], left: int, top: int) -> None:
    foot = sheet.height
    for x in sorted({cell.column for cell in cells}):
        sheet.write(foot, (x - left) * WIDE + 6, f"{x:>2}", QUIET)
    for y in sorted({cell.row for cell in cells}):
        sheet.write((top - y) * HIGH + 1, 0, f"{y:>3}", QUIET)
