"""Shares a few workers among people: the person whose bots have thought least lately is next."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from axio.server.protocol import Person

T = TypeVar("T")

_WINDOW = 30.0  # seconds after which two thirds of a person's use are forgotten
_QUESTION = 0.05  # seconds that a question counts for, beside the time it takes
_LIGHT = 3.0  # seconds of use up to which a person's bots think in full, however many people wait
_REMEMBERED = 10_000  # people


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True, eq=False)
class Asker:
    """For whom a bot thinks."""

    person: Person
    watched: Callable[[], bool] = _always  # whether somebody is there who waits for the answer
    rated: bool = False  # a rating needs a bot that always thinks as long


class _Turn(NamedTuple, Generic[T]):
    asker: Asker
    worker: asyncio.Future[T]


@dataclass(slots=True, eq=False)
class FairQueue(Generic[T]):
    """Workers that are idle, and the questions that wait for one, in the order they came."""

    _idle: list[T] = field(default_factory=list)
    _waiting: list[_Turn[T]] = field(default_factory=list)
    _asked: Counter[Person] = field(default_factory=Counter)  # questions that wait or are being answered
    _used: dict[Person, tuple[float, float]] = field(default_factory=dict)  # seconds, and when

    @contextmanager
    def asking(self, asker: Asker) -> Iterator[None]:
        """While a question waits or is being answered."""
        self._asked[asker.person] += 1
        try:
            yield
        finally:
            self._asked[asker.person] -= 1
            if not self._asked[asker.person]:
                del self._asked[asker.person]

    def asked(self, person: Person) -> int:
        """How many questions of this person wait or are being answered."""
        return self._asked[person]

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        return len(self._waiting)

    async def get(self, asker: Asker) -> T:
        """A worker for one question; the caller puts it back."""
        worker = await self._turn(asker)
        self.charge(asker.person, _QUESTION)
        return worker

    def put(self, worker: T) -> None:
        """A worker has nothing to do: the next question goes to it.

        First come tables that somebody watches, then people who have used less; of equals, who waits longest.
        """
        waiting = [turn for turn in self._waiting if not turn.worker.done()]
        if not waiting:
            self._idle.append(worker)
            return
        used = {turn.asker.person: self.used(turn.asker.person) for turn in waiting}
        turn = min(waiting, key=lambda each: (not each.asker.watched(), used[each.asker.person]))
        self._waiting.remove(turn)
        turn.worker.set_result(worker)

    def take_idle(self, wanted: Callable[[T], bool] = lambda _: True) -> list[T]:
        """Take the idle workers of which this is true away."""
        taken = [worker for worker in self._idle if wanted(worker)]
        self._idle = [worker for worker in self._idle if worker not in taken]
        return taken

    def used(self, person: Person) -> float:
        """For how many seconds workers were held for this person lately."""
        seconds, at = self._used.get(person, (0.0, 0.0))
        return seconds * math.exp((at - time.monotonic()) / _WINDOW)

    def share(self, asker: Asker, workers: int) -> float:
        """Which part of the usual time the present question may take.

        All bots of one person think as long together as one alone. While many people wait, bots that nobody
        watches, or of somebody who has used much, think for a shorter time: a newcomer is not kept waiting.
        """
        if asker.rated:
            return 1.0
        heavy = self.used(asker.person) > _LIGHT or not asker.watched()
        people = {asker.person, *(turn.asker.person for turn in self._waiting)} if heavy else ()
        return 1.0 / max(1.0, len(people) / workers, self._asked[asker.person])

    async def _turn(self, asker: Asker) -> T:
        if self._idle:
            return self._idle.pop(0)
        turn: _Turn[T] = _Turn(asker, asyncio.get_running_loop().create_future())
        self._waiting.append(turn)
        try:
            return await turn.worker
        except asyncio.CancelledError:
            self._give_up(turn)
            raise

    def _give_up(self, turn: _Turn[T]) -> None:
        """A question is not asked any more: its worker, if it just got one, is for others."""
        if turn in self._waiting:
            self._waiting.remove(turn)
        elif turn.worker.done() and not turn.worker.cancelled():
            self.put(turn.worker.result())

    def charge(self, person: Person, seconds: float) -> None:
        """Count seconds for which a worker was held for this person."""
        if len(self._used) > _REMEMBERED:
            self._used = {each: use for each, use in self._used.items() if self.used(each) > _QUESTION}
        self._used[person] = self.used(person) + seconds, time.monotonic()
