"""The bot `random`: any legal move, all equally likely."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from axio.rules import Observation

from .protocol import Budget, Choice
from .reasons import Reason


@dataclass(frozen=True)
class Chance:
    """plays any legal move, all equally likely"""

    name: ClassVar[str] = "random"
    version: ClassVar[int] = 1

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        moves = observation.legal_moves
        count = len(moves)
        move = moves[Random(key).randrange(count)]
        return Choice(move, (), Reason("random", {"count": count}) if count > 1 else Reason("only"))
