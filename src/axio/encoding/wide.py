"""What a network reads and writes, the same for every number of seats.

Read: planes as they are, and the vector in the layout of four seats (absent seats are zeros) followed by one
flag a number of seats. Written, for dominoes: one number for each first colour, second colour, forward
direction and cell of the board's planes; `placements` says where each action finds its own.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from axio.rules import Game
from axio.rules.game import SEATS
from axio.rules.game import game as game_of

from .layout import GridLayout, Layout, layout
from .planes import Bytes, Indices, vector_names

MOST = SEATS[-1]


def wide_names(game: Game) -> tuple[str, ...]:
    """What each entry of the wide vector counts."""
    widest = vector_names(layout(game_of(game.name, MOST)))
    return (*widest, *(f"seats {seats}" for seats in SEATS))


@cache
def wide_table(game: Game) -> Indices:
    """Per entry of the wide vector its place in the vector followed by a zero and a one."""
    names = vector_names(layout(game))
    number = {name: index for index, name in enumerate(names)}
    zero, one = len(names), len(names) + 1
    number[f"seats {game.seats}"] = one
    return np.array([number.get(name, zero) for name in wide_names(game)], np.int64)


def widen(game: Game, vectors: Bytes) -> Bytes:
    """Vectors (the last axis) in the layout that all numbers of seats share."""
    ends = np.broadcast_to(np.array([0, 1], np.uint8), (*vectors.shape[:-1], 2))
    wide: Bytes = np.concatenate([vectors, ends], axis=-1)[..., wide_table(game)]
    return wide


def forward(plan: GridLayout) -> tuple[tuple[int, int], ...]:
    """The directions from a spot's smaller cell to its larger."""
    return tuple(sorted(step for step in plan.grid.directions if step > (0, 0)))


@cache
def placements(plan: Layout) -> Indices:
    """Per placement, in the order of actions, its place among a network's numbers."""
    if not isinstance(plan, GridLayout):
        raise TypeError(f"no placements of dominoes on {type(plan).__name__}")
    columns, rows = plan.shape
    ways = forward(plan)
    at = []
    for spot in plan.grid.spots:
        (x, y), (u, v) = spot.cells
        at.append((ways.index((u - x, v - y)) * columns + x - 1) * rows + y - 1)
    pairs = np.arange(plan.pairs) * (len(ways) * columns * rows)
    return np.asarray((pairs[:, None] + np.array(at)[None, :]).reshape(-1), np.int64)
