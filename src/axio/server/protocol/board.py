"""What stays the same all game long: GET /api/games/{game}/{seats}."""

from __future__ import annotations

from typing import Literal

import msgspec


class Geometry(msgspec.Struct, frozen=True, kw_only=True):
    """A board to draw: cells with their place on a unit lattice (x right, y up; neighbours 1 apart)."""

    game: str
    seats: int
    shape: Literal["square", "hexagon", "display"]
    colours: str  # letters, in order
    stops: list[int]
    stacks: bool  # every seat draws from a stack of its own
    rack: int
    cells: list[Place2D]  # empty for a display, whose cell x,y lies at (x, y)
    printed: dict[str, str]  # cell -> colour


class Place2D(msgspec.Struct, frozen=True, array_like=True):
    name: str
    x: float
    y: float
    ring: int  # 0 for the smallest play area, 1 and 2 for the rings around it
