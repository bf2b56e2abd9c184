"""How far a budget goes: in how many worlds the moves that are left are tried, round by round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

from axio.bots.protocol import Budget, Work

ENOUGH = 1024  # worlds of one round: a bot that is certain stops
PART = 0.2  # of the time budget, for one batch: the clock is looked at after each
GROWTH = 2  # a batch is no more than so many times the one before: some worlds take far longer than others


class Schedule(Protocol):
    """Hands out worlds."""

    def batches(self, moves: int, cost: int, rounds: int) -> Iterator[int]:
        """In how many new worlds to try so many moves, batch by batch; `rounds` are left with this one."""
        ...


@dataclass
class WorkSchedule:
    """The same number of trials whatever the machine."""

    left: int

    def batches(self, moves: int, cost: int, rounds: int) -> Iterator[int]:
        worlds = self.left // rounds // (moves * cost)
        if worlds > 0:
            self.left -= worlds * moves * cost
            yield min(worlds, ENOUGH)


@dataclass
class TimeSchedule:
    """As many as the time allows, by how long those before took."""

    seconds: float
    start: float
    clock: Callable[[], float] = perf_counter
    _each: float = 0.0  # seconds of a trial
    _batch: int = 0  # worlds of the batch before

    def batches(self, moves: int, cost: int, rounds: int) -> Iterator[int]:
        now = self.clock()
        until = now + (self.start + self.seconds - now) / rounds
        done = 0
        while done < ENOUGH and (worlds := self._fitting(moves, until)) > 0:
            start = self.clock()
            yield worlds
            done += worlds
            self._batch = worlds
            self._each = (self.clock() - start) / (worlds * moves)

    def _fitting(self, moves: int, until: float) -> int:
        left = until - self.clock()
        if self._each == 0:
            return 1 if left > 0 else 0
        fitting = int(min(left, PART * self.seconds) / (self._each * moves))
        return min(fitting, GROWTH * self._batch, ENOUGH)


def schedule_of(budget: Budget, start: float) -> Schedule:
    """The schedule a budget sets. Time runs from the start, by the clock of perf_counter."""
    return WorkSchedule(budget.amount) if isinstance(budget, Work) else TimeSchedule(budget.seconds, start)
