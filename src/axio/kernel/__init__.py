"""The three games as arrays, compiled: batches of games, and playouts for search. Needs Numba.

The plain rules are the truth; this is the same truth, held equal in lockstep by the tests. Names are looked
up when they are asked for, so that whoever only wants to know what is compiled does not load the compiler.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .batch import Batch
    from .playing_out import Playouts
    from .policies import POLICIES, Policy
    from .warm import warm
    from .worlds import Worlds, appraised, playouts

__all__ = ["POLICIES", "Batch", "Playouts", "Policy", "Worlds", "appraised", "playouts", "warm"]

_HOMES = {
    "Batch": "batch",
    "POLICIES": "policies",
    "Playouts": "playing_out",
    "Policy": "policies",
    "Worlds": "worlds",
    "appraised": "worlds",
    "playouts": "worlds",
    "warm": "warm",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = found  # a submodule of the same name must not come in between
    return found
