"""A search guided by a network: it names the moves worth a trial, and ends the trials."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axio.bots.search import MovePrior, Trials
from axio.bots.search.trials import MARGIN
from axio.kernel import Worlds
from axio.kernel.device.learned.mlp import Mlp
from axio.kernel.host.network_evaluation import truncated_rollouts
from axio.rules import Move, Observation

from .evaluator import Evaluation, Evaluator


@dataclass(frozen=True)
class NetworkCandidates:
    """The moves after which a network expects most, and how much."""

    evaluator: Evaluator
    wide: int = 96  # moves looked at

    def __call__(self, view: Observation, seed: int, most: int) -> Sequence[MovePrior]:
        moves, evaluation = self.evaluator.shortlist(view, self.wide)
        if view.asked or evaluation is None:
            return [MovePrior(move, 0.0) for move in moves]
        values = evaluation.values(view.game.seats)
        prior = values - values.mean()
        return [MovePrior(moves[at], float(prior[at])) for at in np.argsort(-values, kind="stable")[:most]]


@dataclass(frozen=True, eq=False)
class RolloutEvaluator:
    """Plays every world for some turns, all seats by one policy, then asks a network."""

    mlp: Mlp
    turns: int = 1  # of the seat's own, after the move that is tried
    policy: str = "denying"

    cost: ClassVar[int] = 1

    def __call__(self, worlds: Worlds, moves: Sequence[Move], seat: int) -> Trials:
        game = worlds.plan.layout.game
        outputs = truncated_rollouts(worlds, moves, self.mlp, self.turns, self.policy)
        evaluation = Evaluation.of(outputs, game)
        return Trials(evaluation.values(game.seats, MARGIN), evaluation.wins, evaluation.lows)
