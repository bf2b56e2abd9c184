"""How much a bot may think: so much work, which anyone can reproduce, or so much time, as at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from axio.rules import Malformed


@dataclass(frozen=True, slots=True)
class Work:
    """So many evaluations or playouts, whichever a bot counts. The same work gives the same choice."""

    amount: int

    def __post_init__(self) -> None:
        if self.amount < 1:
            raise Malformed(f"{self.amount} is no budget of work: expected at least 1")

    def __str__(self) -> str:
        return f"work {self.amount}"


@dataclass(frozen=True, slots=True)
class Time:
    """So many seconds. What a bot finds in them depends on the machine."""

    seconds: float

    def __post_init__(self) -> None:
        if not 0 < self.seconds < float("inf"):
            raise Malformed(f"{self.seconds} is no budget of time: expected seconds above 0")

    def __str__(self) -> str:
        return f"{self.seconds:g} s"


Budget: TypeAlias = Work | Time

USUAL = Work(1000)
