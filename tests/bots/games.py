"""Games to play in tests: every registered one, and a small one that only the tests know."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from axio.rules import Game, Observation, State, deal
from axio.rules.board import DominoBoard
from axio.rules.cells import Cell
from axio.rules.grid import Grid
from axio.rules.squares import DIRECTIONS
from axio.rules.supply import BagSupply
from axio.rules.tiles import dominoes

TOY = "toy"
GAMES = ("axio", "rota", "hex", TOY)
TABLES = [(game, seats) for game in GAMES for seats in range(1, 5)]


def toy(seats: int) -> Game:
    """Three colours on a board of 7×6 with one pyramid, a rack of two, and tracks of five."""
    cells = tuple(Cell(column, row) for column in range(1, 8) for row in range(1, 7))
    printed = ((Cell(1, 1), "R"), (Cell(1, 6), "B"), (Cell(7, 1), "G"), (Cell(7, 6), "R"))
    return Game(
        name=TOY,
        seats=seats,
        colours="RGB",
        tiles=dominoes("RGB", pairs=4, doubles=3),
        board=DominoBoard.empty(Grid(cells, DIRECTIONS, printed), 1),
        supply=BagSupply(rack=2, exchanges=True),
        stops=(5,),
        bonus=True,
        ending="board",
    )


@contextmanager
def toy_known() -> Iterator[None]:
    """The small game is there meanwhile, and every other game stays the same object."""
    makers = sys.modules["axio.rules.game"]._MAKERS
    makers[TOY] = toy
    yield
    del makers[TOY]


def states(game: str, seats: int, seed: str = "7") -> Iterator[State]:
    """The states of a random game in which somebody is to move."""
    chance = Random(f"{game} {seats} {seed}")
    state = deal(game, seats, seed)
    while not state.over:
        yield state
        state = state.play(chance.choice(state.legal_moves)).after


def views(game: str, seats: int, seed: str = "7") -> list[Observation]:
    """What the seat to move sees, all through a random game."""
    return [state.observe(state.seat) for state in states(game, seats, seed)]
