"""The bot `net`: what a network likes, looked at once more in the light of what it expects. No search."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import ClassVar

import numpy as np

from axio.rules import Malformed, Observation

from .budget import Budget
from .compiling import OnKernel, Progress
from .naming import named
from .networks import has_network
from .protocol import Candidate, Choice
from .reasons import Reason

SHOWN = 5  # candidates told


@dataclass(frozen=True)
class Net(OnKernel):
    """plays what a network that taught itself expects most of, without searching"""

    width: int = 10  # favourites looked at once more
    worlds: int = 1  # in which it imagines what comes next

    version: ClassVar[int] = 1

    def __post_init__(self) -> None:
        if self.width < 1 or self.worlds < 1:
            raise Malformed("net: expected a width of at least 1, and worlds of at least 1")

    @property
    def name(self) -> str:
        return named("net", self)

    def plays(self, game: str) -> bool:
        """Whether there is a network for a game."""
        return has_network(game)

    def ready(self, game: str, seats: int) -> bool:
        return not self.plays(game) or OnKernel.ready(self, game, seats)

    def prepare(self, game: str, seats: int, progress: Progress | None = None) -> None:
        from .networks.judge import load

        if self.plays(game):
            OnKernel.prepare(self, game, seats, progress)
            load(game)

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        if not self.plays(observation.game.name):
            raise Malformed(f"net has no network for {observation.game.name}: expected a game that has one")
        from .networks.advice import expected
        from .networks.judge import judge_of

        moves = list(observation.legal_moves)
        if len(moves) == 1:
            return Choice(moves[0], (), Reason("only"))
        judge = judge_of(observation.game)
        likely = judge.likely(observation, moves)
        moves = [moves[at] for at in np.argsort(-likely, kind="stable")[: self.width]]
        seed = int.from_bytes(sha256(key).digest()[:8], "big")
        wins, lows = expected(judge, observation, moves, seed, self.worlds)
        values = wins if observation.game.seats > 1 else lows
        order = np.argsort(-values, kind="stable")[:SHOWN]
        candidates = tuple(
            Candidate(moves[at], float(values[at]), float(wins[at]), float(lows[at])) for at in order
        )
        return Choice(candidates[0].move, candidates, self._reason(observation, candidates))

    def _reason(self, view: Observation, candidates: tuple[Candidate, ...]) -> Reason:
        first, second = candidates[:2]
        assert first.win is not None
        assert second.win is not None
        assert first.low is not None
        if view.game.seats == 1:
            return Reason("expects_low", {"low": round(first.low, 1)})
        values = {"win": round(100 * first.win), "second": round(100 * second.win)}
        return Reason("expects", {**values, "other": str(second.move)})
