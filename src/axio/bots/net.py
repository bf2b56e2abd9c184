"""The bot `net`: plays what a network that taught itself likes best, at a glance and without search."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import ClassVar

import numpy as np

from axio.rules import Malformed, Observation

from .budget import Budget
from .naming import named
from .networks import has_network
from .protocol import Candidate, Choice
from .reasons import Reason

SHOWN = 5  # candidates told


@dataclass(frozen=True)
class Net:
    """plays what a network that taught itself likes best, without searching"""

    width: int = 8
    worlds: int = 4
    prior: float = 0.0
    plies: int = 0
    foresight: int = 0
    ahead: float = 0.0

    version: ClassVar[int] = 1

    @property
    def name(self) -> str:
        return named("net", self)

    def plays(self, game: str) -> bool:
        """Whether there is a network for a game."""
        return has_network(game)

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        from .networks.judge import judge_of

        if not self.plays(observation.game.name):
            raise Malformed(f"net has no network for {observation.game.name}: expected a game that has one")
        moves = list(observation.legal_moves)
        if len(moves) == 1:
            return Choice(moves[0], (), Reason("only"))
        judge = judge_of(observation.game)
        likely, judged = judge.likely(observation, moves)
        order = np.argsort(-likely, kind="stable")[: self.width]
        if self.worlds and not observation.asked:
            from axio.kernel import Worlds
            from axio.kernel.outlooks import outlooks

            seed = int.from_bytes(sha256(key).digest()[:8], "big")
            some = Worlds.sample(observation, self.worlds, seed)
            if self.foresight:
                from .search import Foresight
                extra = [moves.index(m) for m in Foresight()(observation, seed, self.foresight)]
                order = np.array(list(dict.fromkeys([*order, *extra])))
            seen = outlooks(some, [moves[at] for at in order], "denying", self.plies)
            said = judge.judge(seen.planes, seen.vectors)
            at = (observation.seat - seen.movers) % observation.game.seats
            win = np.take_along_axis(said.wins, at[:, None], 1)[:, 0]
            win = np.where(seen.over > 0, seen.standings.shares(observation.seat).reshape(-1), win)
            value = win.reshape(len(order), -1).mean(1) + self.prior * np.log(likely[order] + 1e-6)
            if self.ahead:
                from axio.kernel import POLICIES
                worth = Worlds.sample(observation, 16, seed).foreseen([moves[at] for at in order], "denying") / 256
                low = min(observation.tracks[observation.seat])
                f = POLICIES["denying"].worth
                value = value + self.ahead * worth / (f(observation.game, low + 1) - f(observation.game, low))
            order = order[np.argsort(-value, kind="stable")]
        win, low = float(judged.wins[0, 0]), float(judged.lows[0, 0])
        candidates = tuple(Candidate(moves[at], float(likely[at]), win, low) for at in order)
        return Choice(moves[order[0]], candidates, Reason("liked", {"percent": round(100 * likely[order[0]])}))
