"""Shares a few workers among people: the person whose bots have thought least lately is next."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from axio.server.protocol import Person

T = TypeVar("T")

_WINDOW = 30.0  # seconds after which two thirds of a person's use are forgotten
_QUESTION = 0.05  # seconds that a question counts for, beside the time it takes
_LIGHT = 3.0  # seconds of use up to which a person's bots think in full, however many people wait
_REMEMBERED = 10_000  # people


@dataclass(slots=True, eq=False)
class FairQueue(Generic[T]):
    """Workers that are idle, and the people whose questions wait for one."""

    _idle: list[T] = field(default_factory=list)
    _waiting: dict[Person, deque[asyncio.Future[T]]] = field(default_factory=dict)
    _asked: Counter[Person] = field(default_factory=Counter)  # questions that wait or are being answered
    _used: dict[Person, tuple[float, float]] = field(default_factory=dict)  # seconds, and when

    @contextmanager
    def asking(self, person: Person) -> Iterator[None]:
        """While a question of this person waits or is being answered."""
        self._asked[person] += 1
        try:
            yield
        finally:
            self._asked[person] -= 1
            if not self._asked[person]:
                del self._asked[person]

    async def get(self, person: Person) -> T:
        """A worker for one question of this person; the caller puts it back."""
        worker = await self._turn(person)
        self.charge(person, _QUESTION)
        return worker

    def put(self, worker: T) -> None:
        """A worker has nothing to do: the next question goes to it."""
        if not self._waiting:
            self._idle.append(worker)
            return
        person = min(self._waiting, key=self.used)  # of equals, who has waited longest
        line = self._waiting[person]
        line.popleft().set_result(worker)
        if not line:
            del self._waiting[person]

    def take_idle(self, wanted: Callable[[T], bool] = lambda _: True) -> list[T]:
        """Take the idle workers of which this is true away."""
        taken = [worker for worker in self._idle if wanted(worker)]
        self._idle = [worker for worker in self._idle if worker not in taken]
        return taken

    def used(self, person: Person) -> float:
        """For how many seconds workers were held for this person lately."""
        seconds, at = self._used.get(person, (0.0, 0.0))
        return seconds * math.exp((at - time.monotonic()) / _WINDOW)

    def share(self, person: Person, workers: int) -> float:
        """Which part of the usual time the present question of this person may take.

        All bots of one person think as long together as one alone. While many people wait, the bots of
        somebody who has used much think for a shorter time, so that a newcomer is not kept waiting.
        """
        crowd = (len({*self._waiting} | {person})) / workers if self.used(person) > _LIGHT else 1.0
        return 1.0 / max(1.0, crowd, self._asked[person])

    async def _turn(self, person: Person) -> T:
        if self._idle:
            return self._idle.pop(0)
        turn: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            self._give_up(person, turn)
            raise

    def _give_up(self, person: Person, turn: asyncio.Future[T]) -> None:
        """A question is not asked any more: its worker, if it just got one, is for others."""
        if turn.done() and not turn.cancelled():
            self.put(turn.result())
        elif turn in (line := self._waiting.get(person, deque())):
            line.remove(turn)
            if not line:
                del self._waiting[person]

    def charge(self, person: Person, seconds: float) -> None:
        """Count seconds for which a worker was held for this person."""
        if len(self._used) > _REMEMBERED:
            self._used = {each: use for each, use in self._used.items() if self.used(each) > _QUESTION}
        self._used[person] = self.used(person) + seconds, time.monotonic()
