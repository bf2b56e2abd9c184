"""A network asked about positions: how likely each move is the best, who wins, with which scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from axio.encoding import GridLayout, layout, planes, vector
from axio.encoding.actions import encode
from axio.encoding.wide import placements, widen
from axio.kernel.threads import cores
from axio.rules import Game, Malformed, Move, Observation

from .files import has_network, network_file

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Judged:
    """What a network says of some positions; seats in playing order from the viewer of each."""

    moves: Floats  # per position and action, not normalised; illegal ones included
    wins: Floats  # per position and seat
    lows: Floats  # the lowest colour expected at the end


class Judge:
    """A network of a game for one number of seats."""

    def __init__(self, game: Game, session: Any) -> None:
        plan = layout(game)
        assert isinstance(plan, GridLayout)
        self.game, self.plan, self._session = game, plan, session
        self._table = placements(plan)

    def likely(self, view: Observation, moves: Sequence[Move]) -> tuple[Floats, Judged]:
        """How likely each of these moves is the best, and what is said of the position."""
        judged = self.judge(planes(view)[None], vector(view)[None])
        actions = [encode(self.plan, move, view.rack) for move in moves]
        return softmax(judged.moves[0, actions]), judged

    def judge(self, seen: Bytes, vectors: Bytes) -> Judged:
        """Positions as planes and vectors of whoever is to move."""
        given = {"planes": seen, "vector": widen(self.game, vectors)}
        placed, answers, wins, scores = self._session.run(None, given)

        return Judged(
            np.concatenate([placed[:, self._table], answers], axis=1),
            softmax(wins[:, : max(self.game.seats, 2)]),
            scores[:, : self.game.seats].min(axis=2) * self.game.end,
        )


def softmax(logits: Floats) -> Floats:
    """Chances, along the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), np.float32)


@cache
def judge_of(game: Game) -> Judge:
    """The judge of a game, loaded once a process."""
    return Judge(game, _session(game.name))


@cache
def _session(game: str) -> Any:
    import onnxruntime  # half a second: only who plays by it waits for it

    if not has_network(game):
        raise Malformed(f"there is no network for {game}: expected a game that has one")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = cores()
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(network_file(game), options, providers=["CPUExecutionProvider"])
