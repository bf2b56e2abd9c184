"""The geometry of a board, for a page that knows no rules."""

from __future__ import annotations

from functools import cache

from axio.rules import Cell, Game, deal, game
from axio.rules.board import DominoBoard
from axio.rules.game import SEATS
from axio.rules.grid import Grid
from axio.server.protocol import Geometry, Place2D

from .public_view import namer

_HEXAGONAL = 6  # directions
_HEIGHT = 3**0.5 / 2  # between two rows of hexagons


@cache
def geometry(name: str, seats: int) -> Geometry:
    """The board of a game. Malformed if there is no such game or no such number of seats."""
    played = game(name, seats)
    grid = played.board.grid if isinstance(played.board, DominoBoard) else None
    return Geometry(
        game=name,
        seats=seats,
        shape="display" if grid is None else "hexagon" if _is_hexagonal(grid) else "square",
        colours=played.colours,
        stops=list(played.stops),
        stacks=any(deal(name, seats, "").stacks),
        rack=played.supply.rack,
        cells=[] if grid is None else _places(played, grid),
        printed={} if grid is None else {str(cell): colour for cell, colour in grid.printed.items()},
    )


def _places(played: Game, grid: Grid) -> list[Place2D]:
    named, areas = namer(played), _areas(played.name)
    return [
        Place2D(named(cell), *_lattice(cell, grid), _ring(offset, areas))
        for cell, offset in zip(grid.cells, _offsets(grid), strict=True)
    ]


def _lattice(cell: Cell, grid: Grid) -> tuple[float, float]:
    if not _is_hexagonal(grid):
        return float(cell.column), float(cell.row)
    return cell.column + cell.row / 2, round(cell.row * _HEIGHT, 6)


def _is_hexagonal(grid: Grid) -> bool:
    return len(grid.directions) == _HEXAGONAL


def _offsets(grid: Grid) -> list[Cell]:
    """The cells seen from the centre. Boards are symmetric: the middle of the sorted cells is theirs."""
    column, row = grid.cells[len(grid.cells) // 2]
    return [Cell(cell.column - column, cell.row - row) for cell in grid.cells]


def _areas(name: str) -> list[frozenset[Cell]]:
    """The play areas of a game, the smallest first, seen from their centre."""
    grids = [board.grid for seats in SEATS if isinstance(board := game(name, seats).board, DominoBoard)]
    return sorted({frozenset(_offsets(grid)) for grid in grids}, key=len)


def _ring(offset: Cell, areas: list[frozenset[Cell]]) -> int:
    return next(ring for ring, area in enumerate(areas) if offset in area)
