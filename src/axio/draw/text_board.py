"""Boards in the terminal: cells four columns apart, or tiles with four corners in boxes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from axio.rules.cells import Cell, column_name
from axio.rules.grid import Grid
from axio.rules.laying import Board
from axio.rules.moves import Move, Place

from .glyphs import LAST, QUIET, Glyphs, on_tile, printed
from .terminal import Sheet
from .text_display import display_sheet


def board_sheet(board: Board, glyphs: Glyphs, last: Move | None) -> Sheet:
    """A board with its coordinates; the tile laid last stands in brackets."""
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
    """Where cells stand. On hexagons a row further up is shifted by half a cell."""
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
    """Letters at the lower ends of their lines; numbers on the left, on hexagons on the right."""
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
