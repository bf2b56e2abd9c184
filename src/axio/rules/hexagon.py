"""Hex AXIO: dominoes on hexagons, five rays to each half, six colours."""

from __future__ import annotations

from .board import DominoBoard
from .cells import Cell
from .game import Game
from .grid import Grid, grid
from .supply import BagSupply
from .tiles import dominoes

COLOURS = "RGBOPY"
SIDE = {1: 6, 2: 6, 3: 7, 4: 8}  # by seats
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
# From the centre, clockwise from the top left.
PRINTED = {(-5, 5): "R", (0, 5): "G", (5, 0): "B", (5, -5): "O", (0, -5): "Y", (-5, 0): "P"}


def hexagon_grid(side: int) -> Grid:
    across = range(1, 2 * side)
    cells = (Cell(column, row) for column in across for row in across if side < column + row < 3 * side)
    centre = Cell(side, side)
    return grid(cells, DIRECTIONS, {centre + offset: colour for offset, colour in PRINTED.items()})


def hexagon(seats: int) -> Game:
    solo = seats == 1
    return Game(
        name="hex",
        title="hex AXIO",
        seats=seats,
        colours=COLOURS,
        tiles=dominoes(COLOURS, pairs=6, doubles=5),
        board=DominoBoard.empty(hexagon_grid(SIDE[seats])),
        supply=BagSupply(rack=1 if solo else 6, exchanges=not solo),
        stops=(18, 36) if solo else (18,),
        bonus=not solo,
        ending="board",
    )
