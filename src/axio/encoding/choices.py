"""What the numbers of actions and choices mean, without a position: a table, and a move from an observation.

A choice is what an environment asks for. On a grid it is the action number. On a display, which has too many
actions for that, it is `(spot × turns + turn) × names + name`; spots are as the observation lists them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from axio.rules import Cell, Exchange, Keep, Malformed, Move, Observation, Place, State
from axio.rules.display import Display
from axio.rules.tiles import Tile, orientations

from .actions import action_of, decode
from .layout import GridLayout, Layout, WindowLayout, layout
from .planes import inside

Arrays: TypeAlias = Mapping[str, npt.NDArray[Any]]  # the parts of an observation
MOVE_NAMES = ("tile", "spot", "turn", "named", "pyramids", "stops")  # then a gain a colour
PLACE, EXCHANGE, KEEP = 0, 1, 2


def choice_count(plan: Layout) -> int:
    """The number of choices."""
    return plan.actions if isinstance(plan, GridLayout) else plan.edge * plan.turns * plan.names


def choice_of(position: State | Observation, move: Move) -> int:
    """The choice that makes a move in this position."""
    plan, action = layout(position.game), action_of(position, move)
    if isinstance(plan, GridLayout):
        return action
    assert isinstance(position.board, Display)
    assert isinstance(move, Place)
    spots = sorted(cell for cell in position.board.edge if inside(plan, cell))
    if move.at[0] not in spots:
        raise Malformed(f"{move} is on no free spot: expected one beside the display")
    ways = plan.turns * plan.names
    return spots.index(move.at[0]) * ways + action % ways


def chosen_move(plan: Layout, seen: Arrays, choice: int) -> Move:
    """The move behind a choice, read from the observation's arrays alone."""
    if "moves" in seen:
        return _listed_move(plan, seen, choice)
    if isinstance(plan, GridLayout):
        return decode(plan, choice, ())
    if not 0 <= choice < choice_count(plan):
        raise Malformed(f"{choice} is not a choice: expected 0 to {choice_count(plan) - 1}")
    spot, way = divmod(choice, plan.turns * plan.names)
    return _turned(plan, seen, spot, *divmod(way, plan.names))


def action_table(plan: Layout) -> npt.NDArray[Any]:
    """What every action number stands for, a row each.

    On a grid: what it does (0 place, 1 exchange, 2 keep), the colours on the spot's two cells, the spot, and
    column and row of the cells. On a display: column and row of the cell, turn, name (0 or 1 + the colour).
    """
    numbers = np.arange(plan.actions)
    if isinstance(plan, WindowLayout):
        cell, way = np.divmod(numbers, plan.turns * plan.names)
        columns, rows = np.divmod(cell, plan.side)
        parts = [columns + plan.low, rows + plan.low, *np.divmod(way, plan.names)]
        return _table(parts, "column,row,turn,name")
    does = np.where(numbers < plan.exchange, PLACE, np.where(numbers == plan.exchange, EXCHANGE, KEEP))
    pair, spot = np.divmod(np.where(does == PLACE, numbers, 0), plan.spots)
    first, second = np.divmod(pair, len(plan.game.colours))
    cells = np.array([each.cells for each in plan.grid.spots])[spot]
    return _table([does, first, second, spot, cells], "does,first,second,spot,cells")


def _table(columns: list[npt.NDArray[Any]], names: str) -> npt.NDArray[Any]:
    """Columns as the fields of rows."""
    fields = [(name, np.int16, each.shape[1:]) for name, each in zip(names.split(","), columns, strict=True)]
    table = np.zeros(len(columns[0]), np.dtype(fields))
    for (name, *_), each in zip(fields, columns, strict=True):
        table[name] = each
    return table


def _listed_move(plan: Layout, seen: Arrays, choice: int) -> Move:
    """The move that a row of features describes."""
    if not 0 <= choice < plan.most_legal:
        raise Malformed(f"{choice} is not a choice: expected 0 to {plan.most_legal - 1}")
    tile, spot, turn, name = seen["moves"][choice][:4].tolist()
    if isinstance(plan, WindowLayout):
        return _turned(plan, seen, spot, turn, name)
    if tile < 0:
        return Keep() if turn else Exchange()
    marks = plan.kinds[tile]
    return Place(marks[::-1] if turn else marks, plan.grid.spots[spot].cells)


def _turned(plan: WindowLayout, seen: Arrays, spot: int, turn: int, name: int) -> Move:
    """The placement of the held tile on a listed spot."""
    if "spots" not in seen:
        raise Malformed("this observation does not list the spots: expected one with board='lists'")
    column, row = seen["spots"][spot][:2].tolist()
    if not column:
        raise Malformed(f"there is no spot {spot}: expected one that the observation lists")
    cell = Cell(column - 1 + plan.low, row - 1 + plan.low)
    named = plan.game.colours[name - 1] if name else None
    return Place(orientations(held_tile(plan, seen))[turn], (cell,), named)


def held_tile(plan: Layout, seen: Arrays) -> Tile:
    """The first tile on the rack of the seat that looks."""
    rack = seen["vector"][-2 * len(plan.kinds) :][: len(plan.kinds)]
    if not rack.any():
        raise Malformed("the rack is empty: expected the observation of a seat that holds a tile")
    return plan.kinds[int(np.flatnonzero(rack)[0])]
