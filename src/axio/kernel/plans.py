"""For a game: its layout, its tables and the compiled family it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from axio.encoding.layout import GridLayout, Layout, layout
from axio.rules import Game

from .compiled import family_of
from .display_tables import display_tables
from .family import compiled
from .grid_tables import grid_tables
from .tables import Tables


@dataclass(frozen=True, eq=False)
class Plan:
    """What it takes to run one game at its number of seats."""

    layout: Layout
    tables: Tables
    family: str
    sight: int  # bytes for what free cells see

    @property
    def run(self) -> dict[str, Callable[..., None]]:
        return compiled(self.family)


@cache
def plan_of(game: Game) -> Plan:
    numbering, family = layout(game), family_of(game)
    if isinstance(numbering, GridLayout):
        tables = grid_tables(numbering)
        return Plan(numbering, tables, family, 8 * (8 * tables.row_words - tables.marks))
    return Plan(numbering, display_tables(numbering), family, 0)
