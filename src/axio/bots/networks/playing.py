"""The move a network expects most of, asked when everybody has had one more turn."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from axio.bots.protocol import Candidate, Choice
from axio.bots.reasons import Reason
from axio.kernel import Worlds
from axio.rules import Observation

from .advice import Advised, Foretelling

SHOWN = 5  # candidates told


@dataclass(frozen=True)
class Glance:
    """The moves a network likes best at once, each imagined for a moment in the same few worlds."""

    candidates: Advised
    trial: Foretelling
    width: int = 16  # moves imagined
    worlds: int = 16

    def choose(self, view: Observation, key: bytes) -> Choice:
        """The move after which most is expected."""
        seed = int.from_bytes(sha256(key).digest()[:8], "big")
        moves = [move for move, _ in self.candidates(view, seed, self.width)]
        if len(moves) == 1:
            return Choice(moves[0], (), Reason("only"))
        tried = self.trial(Worlds.sample(view, self.worlds, seed), moves, view.seat)
        values, wins, lows = (each.mean(axis=1) for each in (tried.values, tried.wins, tried.lows))
        candidates = tuple(
            Candidate(moves[at], float(values[at]), float(wins[at]), float(lows[at]))
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
