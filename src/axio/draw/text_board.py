"""Boards in the terminal: cells four columns apart, or tiles with four corners in boxes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from axio.rules.cells import Cell, column_name
from axio.rules.grid import Grid
from axio.rules.laying import Board
from axio.rules.moves import Move, Place

from .terminal import FRAME, LAST, LAST_FRAME, QUIET, Glyphs, Sheet, Style, on_tile, printed

WIDE, HIGH = 6, 3  # from one box to the next
_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8


def board_sheet(board: Board, glyphs: Glyphs, last: Move | None) -> Sheet:
    """Draw a board with its coordinates; the tile laid last stands in brackets."""
    newest = last if isinstance(last, Place) else None
    grid: Grid | None = getattr(board, "grid", None)
    if grid is None:
        return display_sheet(board.tiles, glyphs, newest)
    sheet, spots = Sheet(), _spots(grid)
    for cell, (line, column) in spots.items():
        sheet.write(line, column, glyphs.cell, QUIET)
        if colour := grid.printed.get(cell):
            sheet.write(line, column - 1, f"({glyphs.marks[colour]})", printed(colour))
    for cell in board.pyramids:
        sheet.write(*spots[cell], glyphs.pyramid)
    for place in board.tiles:
        _tile(sheet, place, glyphs, spots, newest)
    _coordinates(sheet, grid, spots)
    return sheet


def _spots(grid: Grid) -> Mapping[Cell, tuple[int, int]]:
    """The line and column of each cell. On hexagons each row up is shifted by half a cell."""
    lean = 0 if len(grid.directions) == 4 else 2
    top = max(row for _, row in grid.cells)
    left = min(4 * column + lean * row for column, row in grid.cells)
    return {Cell(column, row): (top - row, 4 * column + lean * row - left + 4) for column, row in grid.cells}


def _tile(
    sheet: Sheet, place: Place, glyphs: Glyphs, spots: Mapping[Cell, tuple[int, int]], newest: Place | None
) -> None:
    is_last = newest is not None and place.at == newest.at
    ends = [spots[cell] for cell in place.at]
    level = len({line for line, _ in ends}) == 1
    for mark, (line, column) in zip(place.marks, ends, strict=True):
        sheet.write(line, column - 1, f" {glyphs.marks[mark]} ", on_tile(mark))
        if is_last:
            sheet.write(line, column - 1, "[", LAST)
            sheet.write(line, column + 1, "]", LAST)
    if level:
        line, column = min(ends)
        sheet.write(line, column + 1, "   ", on_tile(place.marks[0]))


def _coordinates(sheet: Sheet, grid: Grid, spots: Mapping[Cell, tuple[int, int]]) -> None:
    """Write letters at the lower ends of columns; numbers on the left, on hexagons on the right."""
    leaning = len(grid.directions) != 4
    lowest = {cell.column: cell for cell in sorted(grid.cells, reverse=True)}
    for column, cell in lowest.items():
        line, at = spots[cell]
        sheet.write(line + 1, at - (2 if leaning else 0), column_name(column), QUIET)
    for row, cells in _rows(grid.cells).items():
        line, at = spots[max(cells) if leaning else min(cells)]
        sheet.write(line, at + 3 if leaning else 0, str(row) if leaning else f"{row:>2}", QUIET)


def _rows(cells: Iterable[Cell]) -> Mapping[int, list[Cell]]:
    rows: dict[int, list[Cell]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell)
    return rows


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
    _display_coordinates(sheet, [place.at[0] for place in tiles], left, top)
    return sheet


def square(sheet: Sheet, line: int, column: int, marks: str, glyphs: Glyphs) -> None:
    """Write the four corners of a tile on two lines, clockwise from the top left."""
    for down, pair in enumerate((marks[:2], marks[:1:-1])):
        sheet.write(line + down, column, " " * (WIDE - 1), on_tile(pair[0]))
        for right, mark in enumerate(pair):
            sheet.write(line + down, column + 1 + 2 * right, glyphs.marks[mark], on_tile(mark))


def _corner(cell: Cell, left: int, top: int) -> tuple[int, int]:
    return (top - cell.row) * HIGH, (cell.column - left) * WIDE + 4


def _sides(line: int, column: int) -> list[tuple[tuple[int, int], int]]:
    """The box around a tile: its points, and in which directions lines lead from each."""
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


def _display_coordinates(sheet: Sheet, cells: Sequence[Cell], left: int, top: int) -> None:
    foot = sheet.height
    for x in sorted({cell.column for cell in cells}):
        sheet.write(foot, (x - left) * WIDE + 6, f"{x:>2}", QUIET)
    for y in sorted({cell.row for cell in cells}):
        sheet.write((top - y) * HIGH + 1, 0, f"{y:>3}", QUIET)
