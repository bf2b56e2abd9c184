"""Positions a few plies on, as whoever is then to move sees them: what a network judges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from axio.encoding.actions import encode
from axio.encoding.planes import plane_names, vector_names
from axio.rules import Move

from .playing_out import Playouts, played_on, results_of
from .policies import PolicyLike, policy_values
from .row import ENDING, MOVER, SEAT, Bytes, Ints
from .threads import spread
from .worlds import Worlds


@dataclass(frozen=True, eq=False)
class Outlooks:
    """Every move in every world, and some plies more. The first axis: the first move's worlds, the next's …"""

    planes: Bytes
    vectors: Bytes
    movers: Ints
    over: Bytes  # 1 where the game has ended
    standings: Playouts  # as things stand; final where it is over


def outlooks(worlds: Worlds, moves: Sequence[Move], policy: PolicyLike, plies: int) -> Outlooks:
    """Play every move in every world, and so many plies more by the policy."""
    plan = worlds.plan
    actions = np.array([encode(plan.layout, move, worlds.rack) for move in moves], np.int64)
    values = policy_values(plan.layout.game, policy)
    rows = np.ascontiguousarray(played_on(plan, worlds.rows, actions, values, plies, None))
    parts, (columns, lines) = len(plane_names(plan.layout)), plan.layout.shape
    planes = np.empty((len(rows), parts * columns * lines), np.uint8)
    vectors = np.empty((len(rows), len(vector_names(plan.layout))), np.uint8)
    cells = rows.view(np.uint8)
    viewers = np.full(len(rows), MOVER, np.int64)
    spread(plan.run["observe_game"], len(rows), (cells, rows, plan.tables, viewers, planes, vectors))
    return Outlooks(
        planes.reshape(-1, parts, columns, lines),
        vectors,
        cells[:, SEAT].astype(np.int64),
        (cells[:, ENDING] > 0).astype(np.uint8),
        results_of(plan, rows, len(actions)),
    )
