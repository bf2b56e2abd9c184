"""Which moves are worth a trial: those a cheap look finds best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from axio.kernel import Worlds, appraised
from axio.rules import Move, Observation


class Candidates(Protocol):
    """Names the moves to be tried."""

    def __call__(self, view: Observation, seed: int, most: int) -> Sequence[Move]:
        """So many legal moves at most, the most promising first."""
        ...


@dataclass(frozen=True)
class Foresight:
    """The best by what they gain, less what they leave to the next seat on the racks it might hold."""

    policy: str = "denying"
    wide: int = 96  # moves looked at, the best by gain alone
    worlds: int = 8

    def __call__(self, view: Observation, seed: int, most: int) -> Sequence[Move]:
        moves = [move for move, _ in appraised(view, self.policy, self.wide)]
        if view.asked or len(moves) == 1:
            return moves
        worth = Worlds.sample(view, self.worlds, seed).foreseen(moves, self.policy)
        return [moves[at] for at in np.argsort(-worth, kind="stable")[:most]]
