"""The three games as arrays, compiled: batches of games, and playouts for search. Needs Numba.

The plain rules are the truth; this is the same truth, held equal in lockstep by the tests. Names are looked
up when they are asked for, so that whoever only wants to know what is compiled does not load the compiler.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .host.batch import Batch
    from .host.playouts import Playouts
    from .host.policy_table import POLICIES, Policy
    from .host.precompile import warm
    from .host.worlds import Worlds, appraised, playouts

__all__ = ["POLICIES", "Batch", "Playouts", "Policy", "Worlds", "appraised", "playouts", "warm"]

_HOMES = {
    "Batch": "batch",
    "POLICIES": "policy_table",
    "Playouts": "playouts",
    "Policy": "policy_table",
    "Worlds": "worlds",
    "appraised": "worlds",
    "playouts": "worlds",
    "warm": "precompile",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f".host.{_HOMES[name]}", __name__), name)
    globals()[name] = found
    return found
