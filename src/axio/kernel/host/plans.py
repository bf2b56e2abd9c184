"""For a game: its layout, its tables, the compiled family it belongs to, and memory for its functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from axio.encoding.layout import GridLayout, Layout, layout
from axio.kernel.device.grid.point_map import MAP_STRIDE
from axio.kernel.device.shared.row import Bytes, Ints
from axio.kernel.device.shared.scratch import CELLS, RISES, STRIDE
from axio.kernel.device.shared.tables import Tables
from axio.rules import Game

from .cache import family_of
from .families import compiled
from .game_tables import display_tables, grid_tables

_CORNERS = 4


@dataclass(frozen=True, eq=False)
class Plan:
    """What it takes to run one game at its number of seats."""

    layout: Layout
    tables: Tables
    family: str
    map_bytes: int  # of the points that free cells see

    @property
    def run(self) -> dict[str, Callable[..., None]]:
        return compiled(self.family)

    def point_maps(self, count: int) -> Bytes:
        return np.empty((count, self.map_bytes), np.uint8)

    def policy_scratch(self, count: int) -> Ints:
        return np.empty((count, CELLS + self.map_bytes // MAP_STRIDE), np.int64)

    def feature_scratch(self, count: int) -> Ints:
        return np.empty((count, RISES + STRIDE * max(self.map_bytes // MAP_STRIDE, _CORNERS)), np.int64)


@cache
def plan_of(game: Game) -> Plan:
    numbering, family = layout(game), family_of(game)
    if isinstance(numbering, GridLayout):
        tables = grid_tables(numbering)
        return Plan(numbering, tables, family, MAP_STRIDE * (8 * tables.row_words - tables.marks))
    return Plan(numbering, display_tables(numbering), family, 0)
