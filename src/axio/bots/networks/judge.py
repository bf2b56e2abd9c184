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
    """What a network expects of positions; seats in playing order from whoever is to move."""

    wins: Floats  # per position and seat
    lows: Floats  # the lowest colour at the end


class Judge:
    """The network of a game, for one number of seats."""

    def __init__(self, game: Game, session: Any) -> None:
        plan = layout(game)
        if not isinstance(plan, GridLayout):
            raise Malformed(f"no network can play {game.name} yet: expected a game of dominoes")
        self.game, self.plan, self._session = game, plan, session
        self._table = placements(plan)
        self._brief = brief_run()

    def likely(self, view: Observation, moves: Sequence[Move]) -> Floats:
        """How likely each of these legal moves is the best."""
        every = self.logits(planes(view)[None], vector(view)[None])[0]
        return softmax(every[[encode(self.plan, move, view.rack) for move in moves]])

    def logits(self, seen: Bytes, vectors: Bytes) -> Floats:
        """Per position and action how much speaks for it; actions that are not legal say nothing."""
        placed, answers = self._ask(["placements", "answers"], seen, vectors)
        return np.concatenate([placed[:, self._table], answers], axis=1)

    def expect(self, seen: Bytes, vectors: Bytes) -> Judged:
        """What comes of positions, given as planes and vectors of whoever is to move."""
        wins, scores = self._ask(["wins", "scores"], seen, vectors)
        seats = self.game.seats
        lows = scores[:, :seats].min(axis=2) * self.game.end
        return Judged(softmax(wins[:, : max(seats, 2)])[:, :seats], lows)

    def _ask(self, names: list[str], seen: Bytes, vectors: Bytes) -> list[Floats]:
        given = {"planes": seen, "vector": widen(self.game, vectors)}
        found: list[Floats] = self._session.run(names, given, self._brief)
        return found


def softmax(logits: Floats) -> Floats:
    """Chances, along the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), np.float32)


@cache
def judge_of(game: Game) -> Judge:
    """The judge of a game, made once a process."""
    return Judge(game, load(game.name))


@cache
def load(game: str) -> Any:
    """The network of a game, read once a process."""
    import onnxruntime  # only who plays by a network waits for it

    if not has_network(game):
        raise Malformed(f"there is no network for {game}: expected a game that has one")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = cores()
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # others want the cores too
    return onnxruntime.InferenceSession(network_file(game), options, providers=["CPUExecutionProvider"])


def brief_run() -> Any:
    """Only what leads to the answers asked for is worked out."""
    import onnxruntime

    options = onnxruntime.RunOptions()
    options.only_execute_path_to_fetches = True
    return options
