"""Which moves are worth a trial: those a cheap look finds best, with what it makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from axio.kernel import POLICIES, Worlds, appraised
from axio.rules import Malformed, Move, Observation

from .worlds import Source

# What a point of the lowest colour, seen ahead, has turned out to be worth in trials on the mean.
OF_A_WIN = 0.08
OF_A_LOW = 0.2  # alone, where the lowest colour is what counts


class Promising(NamedTuple):
    """A move, and how its value is expected to compare with that of the others."""

    move: Move
    promise: float


class Candidates(Protocol):
    """Names the moves to be tried."""

    def __call__(self, view: Observation, seed: int, most: int) -> Sequence[Promising]:
        """So many legal moves at most, the most promising first."""
        ...


@dataclass(frozen=True)
class Foresight:
    """The best by what they gain, less what they leave to the next seat on the racks it might hold."""

    policy: str = "denying"
    wide: int = 96  # moves looked at, the best by gain alone
    worlds: int = 16
    source: Source = Worlds.sample

    def __call__(self, view: Observation, seed: int, most: int) -> Sequence[Promising]:
        moves = [move for move, _ in appraised(view, self.policy, self.wide)]
        if view.asked or len(moves) == 1:
            return [Promising(move, 0.0) for move in moves]
        worth = self.source(view, range(self.worlds), seed).lookahead(moves, self.policy)
        promise = worth / self._point(view) * (OF_A_WIN if view.game.seats > 1 else OF_A_LOW)
        return [Promising(moves[at], float(promise[at])) for at in np.argsort(-worth, kind="stable")[:most]]

    def _point(self, view: Observation) -> float:
        """What one more point of the viewer's lowest colour is worth to the policy."""
        worth, low = POLICIES[self.policy].worth, min(view.tracks[view.seat])
        if worth is None:
            raise Malformed(f"{self.policy} is a policy that sees nothing ahead: expected another")
        return max(worth(view.game, low + 1) - worth(view.game, low), 1.0)
