"""The bot `master`: the search of `planner` with a network, which names the moves and ends the trials."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import ClassVar

from axio.rules import Malformed, Observation

from .networks import has_network
from .options import bot_name
from .planner import TRIALS, Planner
from .protocol import Budget, Choice, Work
from .readiness import CompiledBot, Progress

PLAYOUT = 2.5  # trials that take as long as one playout
POLICY = "guessing"  # of the kernel: how every seat goes on in a trial; nobody looks into another's rack
PRIOR_ERROR = 0.07  # of a win: how far a network's comparison of good moves is from what trials say at last
TRIALS_ERROR = 0.05  # how far any number of trials is from the truth


@dataclass(frozen=True)
class Master(CompiledBot):
    """asks a network which moves are worth a trial in many worlds, and what to expect where a trial stops"""

    width: int = 16  # moves tried
    wide: int = 96  # moves looked at before
    turns: int = 2  # of its own after a move, before the network is asked

    version: ClassVar[int] = 4

    def __post_init__(self) -> None:
        if not 1 <= self.width <= self.wide or self.turns < 0:
            raise Malformed(
                "master: expected a width of at least 1, wide no smaller, and turns of at least 0"
            )

    @property
    def name(self) -> str:
        return bot_name("master", self)

    def prepare(self, game: str, seats: int, progress: Progress | None = None) -> None:
        """Compile and load what the search needs, and load the network if the game has one."""
        from .networks.weights import network_of

        CompiledBot.prepare(self, game, seats, progress)
        if has_network(game):
            network_of(game)

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        start = perf_counter()
        if observation.game.seats == 1 or not has_network(observation.game.name):
            # Alone, playouts to the end are at least as good a guide as the network.
            return Planner(self.width, self.wide).choose(observation, in_playouts(budget), key)
        from . import search  # compiled code: only who plays by it waits for it
        from .networks.evaluator import evaluator_of
        from .networks.guided_search import NetworkCandidates, RolloutEvaluator
        from .networks.weights import network_of

        network = network_of(observation.game.name)
        most = max(1, min(self.width, budget.amount // TRIALS)) if isinstance(budget, Work) else self.width
        candidates = NetworkCandidates(evaluator_of(network, observation.game.seats), self.wide)
        trial = RolloutEvaluator(network.leaf, self.turns, POLICY)
        weighing = search.VarianceWeighing(PRIOR_ERROR, TRIALS_ERROR)
        schedule = search.schedule_of(budget, start)
        result = search.halve(observation, key, schedule, candidates, trial, most, weighing)
        return search.to_choice(observation, result)


def in_playouts(budget: Budget) -> Budget:
    """A budget of trials as one of playouts."""
    return Work(max(1, round(budget.amount / PLAYOUT))) if isinstance(budget, Work) else budget
