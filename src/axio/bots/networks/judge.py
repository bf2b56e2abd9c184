"""A network asked about moves: the chance to win after each, and the lowest colour it will come to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from axio.kernel import Worlds
from axio.kernel.mind import Mind
from axio.kernel.portraits import portraits
from axio.kernel.threads import cores
from axio.rules import Game, Malformed, Move, Observation

from .files import has_network, network_file

Floats: TypeAlias = npt.NDArray[np.float64]
Singles: TypeAlias = npt.NDArray[np.float32]
Asked: TypeAlias = Callable[[Singles], Singles]  # portraits, and what a network says of each


@dataclass(frozen=True, eq=False)
class Judged:
    """What a network expects after moves, lowest colours in points."""

    wins: Floats
    lows: Floats
    others: Floats  # the lowest colour of the best other seat

    @classmethod
    def of(cls, expected: npt.NDArray[np.floating[Any]], game: Game) -> Judged:
        """What it says (see kernel/mind.py), the chance to win as such."""
        wins, low, other = np.moveaxis(expected.astype(np.float64), -1, 0)
        return cls(wins, low * game.end, other * game.end)

    def values(self, seats: int, margin: float = 0.0) -> Floats:
        """What a seat goes by: its chance to win, and so much of a win for a point that it is ahead. Alone
        there is nothing to win."""
        return self.wins + margin * (self.lows - self.others) if seats > 1 else self.lows


@dataclass(frozen=True)
class Judge:
    """A network that can be asked."""

    ask: Asked

    def __call__(self, view: Observation, moves: Sequence[Move]) -> Judged:
        """Every move of the viewer's. Where one ends the game, what came of it."""
        after = portraits(Worlds.sample(view, 1), moves)
        said = self.ask(after.numbers).astype(np.float64)
        won, lows = after.standings.shares(view.seat)[:, 0], after.standings.tracks[:, 0].min(axis=2)
        others = np.delete(lows, view.seat, axis=1).max(axis=1, initial=0)
        return Judged(
            np.where(after.over, won, 1 / (1 + np.exp(-said[:, 0]))),
            np.where(after.over, lows[:, view.seat], said[:, 1] * view.game.end),
            np.where(after.over, others, said[:, 2] * view.game.end),
        )


def asking(mind: Mind) -> Asked:
    """A network in memory."""

    def ask(seen: Singles) -> Singles:
        one = np.maximum(seen @ mind.first + mind.first_bias, 0)
        two = np.maximum(one @ mind.second + mind.second_bias, 0)
        return np.asarray(two @ mind.last + mind.last_bias, np.float32)

    return ask


@cache
def judge_of(game: str, part: str = "expected") -> Judge:
    """The network of a game, run by onnxruntime. It has two parts: `expected` knows best what becomes of a
    position, `sight` which of several moves is better."""
    session = load(game)

    def ask(seen: Singles) -> Singles:
        found: Singles = session.run([part], {"portrait": seen})[0]
        return found

    return Judge(ask)


@cache
def mind_of(game: str) -> Mind:
    """The network of a game, for compiled code."""
    return _mind(load(game))


@cache
def load(game: str) -> Any:
    """The network of a game, read once a process."""
    if not has_network(game):
        raise Malformed(f"there is no network for {game}: expected a game that has one")
    return _session(network_file(game))


def read_mind(path: Path) -> Mind:
    """Any network in a file."""
    return _mind(_session(path))


def _mind(session: Any) -> Mind:
    nothing = np.zeros((1, session.get_inputs()[0].shape[1]), np.float32)
    return Mind(*map(np.ascontiguousarray, session.run(list(Mind._fields), {"portrait": nothing})))


def _session(path: Path) -> Any:
    import onnxruntime  # only who plays by a network waits for it

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = cores()
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # others want the cores too
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
