"""Actions under a symmetry: which action is the same move of the turned and recoloured game."""

from __future__ import annotations

from functools import cache

import numpy as np

from axio.rules.tiles import orientations

from .layout import GridLayout, WindowLayout
from .symmetries import Symmetry, Table


def action_table(each: Symmetry, held: str | None = None) -> Table:
    """Where each action goes. A display's actions depend on the tile held."""
    if isinstance(each.plan, GridLayout):
        return _grid_table(each, each.plan)
    if held is None:
        raise ValueError("the actions of a display game turn with the tile held: name it")
    return _window_table(each, each.plan, held)


@cache
def _grid_table(each: Symmetry, plan: GridLayout) -> Table:
    count = len(plan.game.colours)
    to = np.array(each.colours)
    first, second = np.divmod(np.arange(plan.pairs), count)
    as_it_is, swapped = to[first] * count + to[second], to[second] * count + to[first]
    spots, flips = _spots(each, plan)
    pairs = np.where(flips[None, :], swapped[:, None], as_it_is[:, None])
    return np.concatenate([(pairs * plan.spots + spots).reshape(-1), [plan.exchange, plan.keep]])


def _spots(each: Symmetry, plan: GridLayout) -> tuple[Table, Table]:
    """Where each spot goes, and whether its smaller cell becomes the larger."""
    spots, flips = [], []
    for spot in plan.grid.spots:
        ends = tuple(each.moved(cell) for cell in spot.cells)
        flips.append(ends[0] > ends[1])
        spots.append(plan.grid.spot_at[tuple(sorted(ends))].number)
    return np.array(spots, np.int64), np.array(flips)


def _window_table(each: Symmetry, plan: WindowLayout, held: str) -> Table:
    names = np.array([0, *(1 + colour for colour in each.colours)])
    becomes = orientations(plan.kinds[each.kinds[plan.number[held]]])
    turned = ["".join(map(each.mark, each._seen(marks))) for marks in orientations(held)]
    turns = np.array([becomes.index(marks) for marks in turned])
    cells = each.cells[:, None, None] * plan.turns
    return np.asarray(
        ((cells + turns[None, :, None]) * plan.names + names[None, None, :]).reshape(-1), np.int64
    )
