"""A network's evaluation of moves: the chance to win after each, and the lowest colour it will come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from axio.bots.protocol import SHOWN, Candidate, Choice
from axio.bots.reasons import Reason
from axio.kernel import Worlds
from axio.kernel.device.learned.mlp import Mlp
from axio.kernel.host.network_evaluation import afterstates, evaluate
from axio.kernel.host.worlds import NumberedMoves, best_by_gain, numbered
from axio.rules import Game, Move, Observation

from .policy import POINT, TEMPERATURE, PolicyWeights, preferences
from .weights import Network

PREFERRED = 48  # moves that the root part looks at beside a policy network
BY_POLICY, BY_ROOT = 0.75, 0.53  # how far each is trusted: fitted to trials of moves in 128 positions

Floats: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What a network expects after moves, lowest colours in points. Chances to win may lie a little beyond 0
    and 1 where a policy network has moved them."""

    wins: Floats
    lows: Floats
    others: Floats  # the lowest colour of the best other seat
    settled: npt.NDArray[np.bool_] | bool = False  # which moves end the game: nothing is expected, but known

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
            after.over,
        )

    def shortlist(self, view: Observation, most: int) -> tuple[NumberedMoves, Evaluation | None]:
        """So many moves, the best by what they gain at once, and their evaluation; None for a single one."""
        moves = best_by_gain(view, "denying", most)
        return moves, self(view, moves) if len(moves) > 1 else None


@dataclass(frozen=True, eq=False)
class GuidedEvaluator:
    """Evaluates moves by a policy network, which sees the whole board, and by the root part, which sees the
    position after the move. They err in different ways; both together explain more than either."""

    mlp: Mlp
    policy: PolicyWeights

    def shortlist(self, view: Observation, most: int) -> tuple[NumberedMoves, Evaluation | None]:
        """So many moves, those that the policy prefers, and their evaluation; None for a single one."""
        actions, logits = preferences(self.policy, view)
        order = np.argsort(-logits, kind="stable")[: min(most, PREFERRED)]
        moves = numbered(view, actions[order])
        return moves, self._mixed(view, moves, TEMPERATURE * logits[order]) if len(moves) > 1 else None

    def _mixed(self, view: Observation, moves: NumberedMoves, preferred: Floats) -> Evaluation:
        """The root part's evaluation, the chances to win moved towards what the policy prefers."""
        seen = MoveEvaluator(self.mlp)(view, moves)
        values = seen.values(view.game.seats, POINT)
        moved = BY_POLICY * (preferred - preferred.mean()) - (1 - BY_ROOT) * (values - values.mean())
        return replace(seen, wins=seen.wins + np.where(seen.settled, 0, moved))


Evaluator: TypeAlias = MoveEvaluator | GuidedEvaluator


def evaluator_of(network: Network, seats: int) -> Evaluator:
    """How moves are compared: with the policy network, where one has learned from games of so many seats."""
    policy = network.policy_for(seats)
    return MoveEvaluator(network.root) if policy is None else GuidedEvaluator(network.root, policy)


def best_choice(view: Observation, evaluator: Evaluator, wide: int, margin: float) -> Choice:
    """Of so many moves, the one after which most is expected."""
    moves, evaluation = evaluator.shortlist(view, wide)
    if evaluation is None:
        return Choice(moves[0], (), Reason("only"))
    values = evaluation.values(view.game.seats, margin)
    chances = np.clip(evaluation.wins, 0, 1).tolist()
    candidates = tuple(
        Candidate(moves[at], float(values[at]), chances[at], float(evaluation.lows[at]))
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
