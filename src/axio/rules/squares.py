"""AXIO: dominoes on squares, three rays to each half, pyramids on isolated spaces."""

from __future__ import annotations

from .board import DominoBoard
from .cells import Cell
from .game import Game
from .grid import Grid, grid
from .supply import BagSupply
from .tiles import dominoes

COLOURS = "RGBOP"
SIDE = {1: 9, 2: 9, 3: 11, 4: 13}  # by seats
PYRAMIDS = 20
DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))
PRINTED = {(0, 4): "R", (4, 0): "G", (0, -4): "B", (-4, 0): "O", (0, 0): "P"}  # from the centre


def square_grid(side: int) -> Grid:
    centre = Cell(side // 2 + 1, side // 2 + 1)
    cells = (Cell(column, row) for column in range(1, side + 1) for row in range(1, side + 1))
    return grid(cells, DIRECTIONS, {centre + offset: colour for offset, colour in PRINTED.items()})


def axio(seats: int) -> Game:
    solo = seats == 1
    return Game(
        name="axio",
        title="AXIO",
        seats=seats,
        colours=COLOURS,
        tiles=dominoes(COLOURS, pairs=8, doubles=4),
        board=DominoBoard.empty(square_grid(SIDE[seats]), PYRAMIDS),
        supply=BagSupply(rack=1 if solo else 5, exchanges=not solo),
        stops=(18, 36) if solo else (18,),
        bonus=not solo,
        ending="board",
    )
