"""The bot `master`: the search of `planner`, wider, and on the advice of a network where there is one."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import ClassVar

from axio.rules import Malformed, Observation

from .budget import Budget, Work
from .compiling import OnKernel, Progress
from .naming import named
from .networks import has_network
from .protocol import Choice

TRIALS = 4  # playouts a candidate should meet at least: with little work there are fewer of them
COST = 9  # playouts that take as long as one question to the network
SEATS = (2,)  # with others, the networks there are play worse than the look ahead does


@dataclass(frozen=True)
class Master(OnKernel):
    """asks a network which moves are worth a thought, and plays those out in many worlds as they may be"""

    width: int = 16  # moves tried
    wide: int = 96  # moves looked at before
    liked: int = 6  # moves the network likes, tried in any case
    weight: float = 0.8  # of what the network expects
    trust: int = 150  # worlds: a promise weighs as much as trials in so many
    policy: str = "denying"  # of the kernel: how every seat goes on

    version: ClassVar[int] = 1

    def __post_init__(self) -> None:
        if not 1 <= self.width <= self.wide:
            raise Malformed("master: expected a width of at least 1, and wide no smaller than width")

    @property
    def name(self) -> str:
        return named("master", self)

    def prepare(self, game: str, seats: int, progress: Progress | None = None) -> None:
        from .networks.judge import load

        OnKernel.prepare(self, game, seats, progress)
        if has_network(game):
            load(game)

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        start = perf_counter()
        from . import search  # compiled code: only who plays by it waits for it

        pace = search.pace(self._left(observation, budget), start)
        trial = search.Playing(self.policy)
        most = max(1, min(self.width, budget.amount // TRIALS)) if isinstance(budget, Work) else self.width
        foresight = search.Foresight(self.policy, self.wide)
        if not self._advised(observation):
            return search.told(observation, search.think(observation, key, pace, foresight, trial, most))
        from .networks.advice import Advised

        advised = Advised(foresight, self.liked, self.weight)
        thought = search.think(observation, key, pace, advised, trial, most, self.trust)
        return search.told(observation, thought)

    def _advised(self, view: Observation) -> bool:
        """Whether there is a network that is worth asking."""
        return view.game.seats in SEATS and has_network(view.game.name)

    def _left(self, view: Observation, budget: Budget) -> Budget:
        """What the network's advice leaves of a budget of work."""
        if isinstance(budget, Work) and self._advised(view):
            return Work(max(1, budget.amount - COST * (self.width + 1)))
        return budget
