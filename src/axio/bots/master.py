"""The bot `master`: the search of `planner` with a network, which names the moves and ends the trials."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import ClassVar, Literal, NamedTuple

from axio.rules import Malformed, Observation

from .networks import has_network
from .options import bot_name
from .planner import TRIALS, Planner
from .protocol import Budget, Choice, Work
from .readiness import CompiledBot, Progress

PLAYOUT = 2.5  # trials that take as long as one playout
PRIOR_WEIGHT = 4  # worlds: a prior weighs as much as trials in so many
LONG = 20_000  # trials: from so many on it is patient
LONG_SECONDS = 0.5


class Mode(NamedTuple):
    """How it goes about its trials."""

    part: Literal["leaf", "root"]  # the part of the network that names the moves
    policy: str  # of the kernel: how every seat goes on
    prior_floor: float  # the part of a prior that counts however many the trials


QUICK = Mode("leaf", "denying", prior_floor=0.0)
PATIENT = Mode("root", "guessing", prior_floor=0.5)


@dataclass(frozen=True)
class Master(CompiledBot):
    """asks a network which moves are worth a trial in many worlds, and what to expect where a trial stops"""

    width: int = 16  # moves tried
    wide: int = 96  # moves looked at before
    turns: int = 2  # of its own after a move, before the network is asked

    version: ClassVar[int] = 3

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
        from .networks.evaluator import MoveEvaluator
        from .networks.guided_search import NetworkCandidates, RolloutEvaluator
        from .networks.weights import network_of

        network, mode = network_of(observation.game.name), mode_of(budget)
        most = max(1, min(self.width, budget.amount // TRIALS)) if isinstance(budget, Work) else self.width
        naming = MoveEvaluator(network.root if mode.part == "root" else network.leaf)
        candidates = NetworkCandidates(naming, mode.policy, self.wide)
        trial = RolloutEvaluator(network.leaf, self.turns, mode.policy)
        schedule = search.schedule_of(budget, start)
        result = search.halve(
            observation,
            key,
            schedule,
            candidates,
            trial,
            most,
            prior_weight=PRIOR_WEIGHT,
            prior_floor=mode.prior_floor,
        )
        return search.to_choice(observation, result)


def mode_of(budget: Budget) -> Mode:
    """With many trials it is no longer their number that limits what they say."""
    ample = budget.amount >= LONG if isinstance(budget, Work) else budget.seconds >= LONG_SECONDS
    return PATIENT if ample else QUICK


def in_playouts(budget: Budget) -> Budget:
    """A budget of trials as one of playouts."""
    return Work(max(1, round(budget.amount / PLAYOUT))) if isinstance(budget, Work) else budget
