"""The families of games, compiled for the CPU: dominoes on grids (and tiles on displays)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import numba

from . import (
    bag,
    bits,
    draw,
    games,
    grid,
    grid_planes,
    legal,
    machine,
    observe,
    policy,
    pyramids,
    row,
    sight,
    tracks,
    turn,
)
from .cache import keep
from .link import link, relocate

SHARED = (row, bits, draw, tracks, turn, observe, games)
FAMILIES: dict[str, tuple[ModuleType, ...]] = {
    "grid": (*SHARED, sight, grid, pyramids, bag, legal, policy, grid_planes),
}
MACHINE = {"count_bits": machine.count_bits, "lowest_bit": machine.lowest_bit}


def rows(low: int, high: int, args: Any) -> None:
    """The loop around a function of one game; `one` is set where it is linked."""
    for g in range(low, high):
        one(g, *args)  # type: ignore[name-defined]  # noqa: F821


@cache
def compiled(family: str) -> dict[str, Callable[..., None]]:
    """A family's functions over a range of games: `f(low, high, args)`, without the GIL."""
    space = link(FAMILIES[family], numba.njit(nogil=True, forceinline=True, error_model="numpy", _nrt=False), MACHINE)
    loops = {}
    for name in vars(games):
        if name.endswith("_game"):
            loop = relocate(rows, {**space, "one": space[name]})
            loop.__name__ = loop.__qualname__ = name
            loops[name] = keep(numba.njit(loop, nogil=True, error_model="numpy", _nrt=False), family)
    return loops
