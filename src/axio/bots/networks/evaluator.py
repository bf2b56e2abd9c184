"""A network's evaluation of moves: the chance to win after each, and the lowest colour it will come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from axio.bots.protocol import SHOWN, Candidate, Choice
from axio.bots.reasons import Reason
from axio.kernel import Worlds
from axio.kernel.device.learned.mlp import Mlp
from axio.kernel.host.network_evaluation import afterstates, evaluate
from axio.kernel.host.worlds import best_by_gain
from axio.rules import Game, Move, Observation

Floats: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What a network expects after moves, lowest colours in points."""

    wins: Floats
    lows: Floats
    others: Floats  # the lowest colour of the best other seat

    @classmethod
    def of(cls, outputs: npt.NDArray[np.floating[Any]], game: Game) -> Evaluation:
        """From what truncated rollouts give: the chance to win, and lowest colours in parts of the track."""
        wins, low, other = np.moveaxis(outputs.astype(np.float64), -1, 0)
        return cls(wins, low * game.end, other * game.end)

    def values(self, seats: int, margin: float = 0.0) -> Floats:
        """What a seat goes by: its chance to win, and so much of a win for a point that it is ahead. Alone
        there is nothing to win."""
        return self.wins + margin * (self.lows - self.others) if seats > 1 else self.lows


@dataclass(frozen=True, eq=False)
class MoveEvaluator:
    """Evaluates moves by one part of a network."""

    mlp: Mlp

    def __call__(self, view: Observation, moves: Sequence[Move]) -> Evaluation:
        """Every move of the viewer's. Where one ends the game, what came of it."""
        after = afterstates(Worlds.sample(view, 1), moves)
        said = evaluate(view.game, self.mlp, after.features).astype(np.float64)
        won, lows = after.standings.shares(view.seat)[:, 0], after.standings.tracks[:, 0].min(axis=2)
        others = np.delete(lows, view.seat, axis=1).max(axis=1, initial=0)
        return Evaluation(
            np.where(after.over, won, 1 / (1 + np.exp(-said[:, 0]))),
            np.where(after.over, lows[:, view.seat], said[:, 1] * view.game.end),
            np.where(after.over, others, said[:, 2] * view.game.end),
        )


def best_choice(view: Observation, evaluator: MoveEvaluator, wide: int, margin: float) -> Choice:
    """Of so many moves, the best by what they gain at once, the one after which most is expected."""
    moves = best_by_gain(view, "denying", wide)
    if len(moves) == 1:
        return Choice(moves[0], (), Reason("only"))
    evaluation = evaluator(view, moves)
    values = evaluation.values(view.game.seats, margin)
    candidates = tuple(
        Candidate(moves[at], float(values[at]), float(evaluation.wins[at]), float(evaluation.lows[at]))
        for at in np.argsort(-values, kind="stable")[:SHOWN]
    )
    return Choice(candidates[0].move, candidates, _reason(view, candidates))


def _reason(view: Observation, candidates: tuple[Candidate, ...]) -> Reason:
    first, second = candidates[:2]
    assert first.win is not None
    assert second.win is not None
    assert first.low is not None
    if view.game.seats == 1:
        return Reason("expects_low", {"low": round(first.low, 1)})
    values = {"win": round(100 * first.win), "second": round(100 * second.win)}
    return Reason("expects", {**values, "other": str(second.move)})
