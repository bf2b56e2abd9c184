"""Positions after a move, as whoever is then to move sees them: what a network judges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from axio.encoding.actions import encode
from axio.encoding.planes import plane_names, vector_names
from axio.rules import Move

from .playing_out import Playouts
from .row import ENDING, MOVER, SEAT, Bytes, Ints
from .threads import spread
from .worlds import Worlds


@dataclass(frozen=True, eq=False)
class Outlooks:
    """Every move in every world. The first axis: the first move's worlds, the next one's, and so on."""

    planes: Bytes
    vectors: Bytes
    movers: Ints
    over: npt.NDArray[np.bool_]
    standings: Playouts  # as things stand; final where the game is over


def outlooks(worlds: Worlds, moves: Sequence[Move]) -> Outlooks:
    """Play every move in every world, and look."""
    plan, game = worlds.plan, worlds.plan.layout.game
    actions = [encode(plan.layout, move, worlds.rack) for move in moves]
    rows = np.tile(worlds.rows, (len(moves), 1))
    count, cells = len(rows), rows.view(np.uint8)
    each = np.repeat(np.array(actions, np.int64), len(worlds))
    nothing = np.zeros((count, 0), np.int8), np.zeros(0, np.uint8)
    done = np.zeros(count, np.uint8)
    spread(plan.run["step_game"], count, (cells, rows, plan.tables, each, *nothing, True, done))
    parts, (columns, lines) = len(plane_names(plan.layout)), plan.layout.shape
    planes = np.zeros((count, parts * columns * lines), np.uint8)
    vectors = np.zeros((count, len(vector_names(plan.layout))), np.uint8)
    movers = np.full(count, MOVER, np.int64)
    spread(plan.run["observe_game"], count, (cells, rows, plan.tables, movers, planes, vectors))
    tracks = np.zeros((count, game.seats, len(game.colours)), np.uint8)
    places = np.zeros((count, game.seats), np.uint8)
    spread(plan.run["result_game"], count, (cells, plan.tables, tracks, places))
    return Outlooks(
        planes.reshape(count, parts, columns, lines),
        vectors,
        cells[:, SEAT].astype(np.int64),
        cells[:, ENDING] > 0,
        Playouts(
            tracks.reshape(len(moves), -1, *tracks.shape[1:]), places.reshape(len(moves), -1, game.seats)
        ),
    )
