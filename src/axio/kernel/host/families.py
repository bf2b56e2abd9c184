"""The families of games, compiled for the CPU: dominoes on grids, and square tiles on displays.

Compiled code depends on this file, on link.py and on `device/`, and on nothing else here (see cache.py).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

import numba

from axio.kernel.device.shared import intrinsics

from .cache import keep
from .link import link, relocate

SHARED = (
    *("shared.row", "shared.bits", "shared.rng", "shared.tracks", "play.turn", "play.observe"),
    *("shared.scratch", "play.lookahead", "play.endgame", "play.entry_points", "play.advance"),
    *("learned.features", "learned.mlp", "learned.truncated_rollout", "learned.selfplay"),
)
GRID = ("grid.point_map", "grid.board", "grid.bag", "grid.legal", "grid.policy", "grid.offers", "grid.moves")
DISPLAY = (
    *("display.board", "display.stacks", "display.legal", "display.policy", "display.offers"),
    "display.lists",
)
FAMILIES = {"grid": (*SHARED, *GRID), "display": (*SHARED, *DISPLAY)}
INTRINSICS = {"count_bits": intrinsics.count_bits, "lowest_bit": intrinsics.lowest_bit}


def modules_of(family: str) -> list[ModuleType]:
    """The sources of a family, in the order in which they are linked."""
    return [import_module(f"axio.kernel.device.{name}") for name in FAMILIES[family]]


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
    return {name: keep(loop_of(family, name), family) for name in _linked(family) if name.endswith("_game")}


def loop_of(family: str, name: str, **options: Any) -> Any:
    """One of a family's functions, to be compiled over a range of games."""
    space = _linked(family)
    loop = relocate(rows, {**space, "one": space[name]})
    loop.__name__ = loop.__qualname__ = name
    return _jit(**options)(loop)


@cache
def _linked(family: str) -> dict[str, Any]:
    return link(modules_of(family), _jit(forceinline=True), INTRINSICS)
