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
    display,
    display_bounds,
    display_legal,
    display_offers,
    display_planes,
    display_policy,
    display_reply,
    draw,
    foresight,
    foretelling,
    games,
    grid,
    grid_bounds,
    grid_offers,
    grid_planes,
    grid_reply,
    legal,
    lessons,
    machine,
    mind,
    notes,
    observe,
    pad,
    policy,
    portrait,
    pyramids,
    row,
    sight,
    solving,
    stacks,
    tracks,
    turn,
)
from .cache import keep
from .link import link, relocate

SHARED = (row, bits, draw, tracks, turn, observe, pad, notes, foresight, solving, games)
JUDGING = (portrait, mind, foretelling, lessons)
GRID = (grid_bounds, sight, grid, pyramids, bag, legal, policy, grid_reply, grid_offers, grid_planes)
DISPLAY = (display_bounds, display, stacks, display_legal, display_policy, display_reply, display_offers)
FAMILIES: dict[str, tuple[ModuleType, ...]] = {
    "grid": (*SHARED, *JUDGING, *GRID),
    "display": (*SHARED, *JUDGING, *DISPLAY, display_planes),
}
MACHINE = {"count_bits": machine.count_bits, "lowest_bit": machine.lowest_bit}


def rows(low: int, high: int, args: Any) -> None:
    """The loop around a function of one game; `one` is set where it is linked."""
    for g in range(low, high):
        one(g, *args)  # type: ignore[name-defined]  # noqa: F821


def _jit(**options: Any) -> Any:
    """No GIL; no memory of its own, so no counting of references; no check for division by zero. Inlining
    everything is what makes it fast: tables are too large to be passed from call to call."""
    options |= {"nogil": True, "error_model": "numpy", "_nrt": False}
    return numba.njit(**options)


@cache
def compiled(family: str) -> dict[str, Callable[..., None]]:
    """A family's functions over a range of games: `f(low, high, args)`, without the GIL."""
    space = link(FAMILIES[family], _jit(forceinline=True), MACHINE)
    loops = {}
    for name in list(space):
        if name.endswith("_game"):
            loop = relocate(rows, {**space, "one": space[name]})
            loop.__name__ = loop.__qualname__ = name
            loops[name] = keep(_jit()(loop), family)
    return loops
