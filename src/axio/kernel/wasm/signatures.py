"""The functions a module has, and what they take: arrays by their type and number of axes, and numbers.

CPU code is compiled for what it is first called with. A module is built before anything is called, so its
types stand here; a test holds them against what the CPU's code was compiled for.
"""

from __future__ import annotations

from typing import Any

import numba
from numba import types

from axio.kernel.host.network_evaluation import blank_mlp
from axio.kernel.host.plans import Plan


def _array(kind: Any, axes: int) -> Any:
    return types.Array(kind, axes, "C")


INT = types.int64
BYTES, BYTE_ROWS, BYTE_BLOCKS = (_array(types.uint8, axes) for axes in (1, 2, 3))
WORDS, WORD_ROWS = (_array(types.uint64, axes) for axes in (1, 2))
INTS, INT_ROWS = (_array(types.int64, axes) for axes in (1, 2))
KINDS, KIND_ROWS = (_array(types.int8, axes) for axes in (1, 2))
SINGLE_ROWS = _array(types.float32, 2)


def signatures(plan: Plan) -> dict[str, Any]:
    """What each function takes, by its name without `_game`."""
    type_of: Any = numba.typeof
    tables, mlp = type_of(plan.tables), type_of(blank_mlp(plan.layout.game))
    rows = (BYTE_ROWS, WORD_ROWS)
    tried = (*rows, WORD_ROWS, tables, INTS)  # candidates in worlds
    by_policy = (BYTE_ROWS, INTS, KINDS)  # point maps, the policy, given draws
    taken = {
        "deal": (*rows, tables, KIND_ROWS),
        "step": (*rows, tables, INTS, KIND_ROWS, BYTES, types.boolean, BYTES),
        "random": (*rows, tables, INT, KINDS, BYTES, WORD_ROWS, WORDS, INTS),
        "list": (*rows, tables, INT_ROWS, INTS),
        "result": (BYTE_ROWS, tables, BYTE_BLOCKS, BYTE_ROWS),
        "sample": (WORD_ROWS, BYTE_ROWS, WORDS, tables, INT, INT, INT, KIND_ROWS),
        "appraise": (*rows, tables, BYTE_ROWS, INTS, INT_ROWS, INT_ROWS, INTS),
        "playout": (*tried, *by_policy, INT, INT_ROWS),
        "lookahead": (*tried, *by_policy, INT_ROWS, INTS),
        "solve": (*tried, KINDS, BYTES, INT_ROWS, INT_ROWS, INT, BYTES),
        "features": (*tried, *by_policy, INT_ROWS, SINGLE_ROWS),
        "forward": (mlp, SINGLE_ROWS, SINGLE_ROWS, SINGLE_ROWS),
        "truncated_rollout": (
            *(*tried, *by_policy, INT, INT_ROWS, INT_ROWS, SINGLE_ROWS),
            *(mlp, SINGLE_ROWS, SINGLE_ROWS),
        ),
    }
    tuple_of: Any = types.Tuple
    return {name: types.none(INT, INT, tuple_of(args)) for name, args in taken.items()}
