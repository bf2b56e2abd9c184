"""The bot `net`: the move after which a network expects most, one round later. No search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from axio.rules import Malformed, Observation

from .budget import Budget
from .compiling import OnKernel, Progress
from .naming import named
from .networks import has_network
from .protocol import Choice


@dataclass(frozen=True)
class Net(OnKernel):
    """imagines one round more, and plays what a network, taught by millions of games, then expects most of"""

    width: int = 16  # moves imagined
    wide: int = 96  # moves the network looks at before, the best by what they gain at once
    worlds: int = 16
    turns: int = 1  # of its own after the move; 0 goes by the move alone

    version: ClassVar[int] = 2

    def __post_init__(self) -> None:
        if not 1 <= self.width <= self.wide or self.worlds < 1 or self.turns < 0:
            raise Malformed(
                "net: expected width and worlds of at least 1, wide no smaller than width, turns from 0 on"
            )

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
        from .networks.advice import Advised, Foretelling
        from .networks.judge import judge_of, mind_of
        from .networks.playing import Glance

        game = observation.game.name
        candidates, trial = Advised(judge_of(game), wide=self.wide), Foretelling(mind_of(game), self.turns)
        return Glance(candidates, trial, self.width, self.worlds).choose(observation, key)
