"""The bot `net`: the move after which a network expects most. No search, no look ahead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from axio.rules import Malformed, Observation

from .options import bot_name
from .protocol import Budget, Choice
from .readiness import NetworkBot


@dataclass(frozen=True)
class Net(NetworkBot):
    """plays at first sight what a network, taught by one that looks ahead, expects most of"""

    wide: int = 400  # moves the network looks at, the best by what they gain at once: nearly always all
    margin: float = 0.03  # of a win, for each point that its lowest colour will be ahead

    version: ClassVar[int] = 4

    def __post_init__(self) -> None:
        if self.wide < 1:
            raise Malformed(f"net: wide is {self.wide}: expected at least 1")
        if not 0 <= self.margin <= 1:
            raise Malformed(f"net: margin is {self.margin}: expected 0 to 1")

    @property
    def name(self) -> str:
        return bot_name("net", self)

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        if not self.plays(observation.game.name):
            raise Malformed(f"net has no network for {observation.game.name}: expected a game that has one")
        from .networks.evaluator import best_choice, evaluator_of
        from .networks.weights import network_of

        evaluator = evaluator_of(network_of(observation.game.name), observation.game.seats)
        return best_choice(observation, evaluator, self.wide, self.margin)
