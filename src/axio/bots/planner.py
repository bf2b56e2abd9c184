"""The bot `planner`: plays its best moves out in worlds as they may be, and takes what wins most of them."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import ClassVar

from axio.rules import Malformed, Observation

from .options import bot_name
from .protocol import Budget, Choice, Work
from .readiness import CompiledBot

TRIALS = 4  # playouts a candidate should meet at least: with little work there are fewer of them


@dataclass(frozen=True)
class Planner(CompiledBot):
    """plays its best moves out in many worlds as they may be, and takes the one that wins most of them"""

    width: int = 16  # moves tried
    wide: int = 96  # moves looked at before
    policy: str = "denying"  # of the kernel: how every seat goes on

    version: ClassVar[int] = 1

    def __post_init__(self) -> None:
        if not 1 <= self.width <= self.wide:
            raise Malformed("planner: expected a width of at least 1, and wide no smaller than width")

    @property
    def name(self) -> str:
        return bot_name("planner", self)

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        start = perf_counter()
        from . import search  # compiled code: only who plays by it waits for it

        schedule = search.schedule_of(budget, start)
        most = max(1, min(self.width, budget.amount // TRIALS)) if isinstance(budget, Work) else self.width
        candidates = search.LookaheadCandidates(self.policy, self.wide)
        result = search.halve(
            observation, key, schedule, candidates, search.PlayoutEvaluator(self.policy), most
        )
        return search.to_choice(observation, result)
