"""Opponents of a vector environment: policies that play in compiled code, one for each game.

They choose by what their seat may know. `denying`, which reads the rack of the next seat, is not among them;
`guessing` is the same policy for a seat that may not.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from axio.kernel.host.policy_table import POLICIES
from axio.kernel.host.stepping import Stepping
from axio.rules import Malformed

LIKE_BOTS = {"greedy": "lowest"}  # policies that play as a bot does
NAMES = (*LIKE_BOTS, *(name for name, policy in POLICIES.items() if policy.guesses or not policy.width))


class Opponents:
    """Who plays the other seats of every game, if anyone: a pool of policies, which games take in turn."""

    def __init__(self, pool: Sequence[str], seats: int, viewers: npt.NDArray[np.int64] | None) -> None:
        self.pool, self.seats, self.viewers = tuple(pool), seats, viewers

    @classmethod
    def read(
        cls,
        opponents: Sequence[str] | str | None,
        seats: int | None,
        games: int,
        seat: int | Sequence[int] | None,
    ) -> Opponents:
        """Opponents as they are asked for: names, and the own seat of each game."""
        if opponents is None:
            if seat is not None:
                raise Malformed("a seat without opponents: expected opponents for the other seats")
            return cls((), 1 if seats is None else seats, None)
        pool = (opponents,) if isinstance(opponents, str) else tuple(opponents)
        for name in pool:
            if name not in NAMES:
                known = ", ".join(NAMES)
                raise Malformed(f"{str(name)[:40]!r} plays in no vector environment: expected {known}")
        count = 2 if seats is None else seats
        if not pool or count < 2:
            raise Malformed(f"{len(pool)} opponents at {count} seats: expected some, and 2 to 4 seats")
        own = np.broadcast_to(np.asarray(0 if seat is None else seat, np.int64), (games,))
        if (own < 0).any() or (own >= count).any():
            raise Malformed(f"seat {str(seat)[:40]}: expected 0 to {count - 1}")
        return cls(pool, count, own.copy())

    def join(self, stepping: Stepping) -> None:
        """Take the other seats of a batch's games."""
        if self.viewers is not None:
            policies = [LIKE_BOTS.get(name, name) for name in self.pool]
            stepping.oppose(policies, np.arange(stepping.batch.n) % len(self.pool))
