"""Which moves are worth a trial: those a cheap look finds best, each with a prior value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np

from axio.kernel import POLICIES, Worlds
from axio.kernel.host.worlds import best_by_gain
from axio.rules import Malformed, Move, Observation

Source: TypeAlias = Callable[[Observation, range, int], Worlds]  # the worlds of these numbers, by a seed

# What a point of the lowest colour, seen ahead, has turned out to be worth in trials on the mean.
OF_A_WIN = 0.08
OF_A_LOW = 0.2  # alone, where the lowest colour is what counts


class MovePrior(NamedTuple):
    """A move, and how its value is expected to compare with that of the others."""

    move: Move
    prior: float


class Candidates(Protocol):
    """Names the moves to be tried."""

    def __call__(self, view: Observation, seed: int, most: int) -> Sequence[MovePrior]:
        """So many legal moves at most, those with the best priors first."""
        ...


@dataclass(frozen=True)
class LookaheadCandidates:
    """The best by what they gain, less what they leave to the next seat on the racks it might hold."""

    policy: str = "denying"
    wide: int = 96  # moves looked at, the best by gain alone
    worlds: int = 16
    source: Source = Worlds.sample

    def __call__(self, view: Observation, seed: int, most: int) -> Sequence[MovePrior]:
        moves = best_by_gain(view, self.policy, self.wide)
        if view.asked or len(moves) == 1:
            return [MovePrior(move, 0.0) for move in moves]
        worth = self.source(view, range(self.worlds), seed).lookahead(moves, self.policy)
        prior = worth / self._point(view) * (OF_A_WIN if view.game.seats > 1 else OF_A_LOW)
        return [MovePrior(moves[at], float(prior[at])) for at in np.argsort(-worth, kind="stable")[:most]]

    def _point(self, view: Observation) -> float:
        """What one more point of the viewer's lowest colour is worth to the policy."""
        worth, low = POLICIES[self.policy].worth, min(view.tracks[view.seat])
        if worth is None:
            raise Malformed(f"{self.policy} is a policy that sees nothing ahead: expected another")
        return max(worth(view.game, low + 1) - worth(view.game, low), 1.0)
