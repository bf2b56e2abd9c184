"""Who plays the games: this process, several processes, or a cluster. The games are the same."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from typing import TypeAlias, TypeVar

from axio.rules import AxioError

from .machine import THREADS, grant
from .match import Match, Played, play_deal

Games: TypeAlias = tuple[Played, ...]  # of one deal
Submit: TypeAlias = Callable[[bytes, int], "Future[Games]"]
L = TypeVar("L")


class CrewFailed(AxioError):
    """Workers that cannot be reached, or are gone in the middle of a match."""


class Crew:
    """So many workers, each with a deal in hand. They last for as many matches as one likes."""

    def __init__(self, submit: Submit, hands: int) -> None:
        self._submit = submit
        self.hands = hands

    def play(self, match: Match) -> Iterator[Played]:
        """The games of a match, one after the other."""
        ahead = 1 if self.hands == 1 else 4 * self.hands
        waiting: deque[Future[Games]] = deque()
        packed = pickle.dumps(match)
        try:
            for number in range(match.deals):
                waiting.append(self._submit(packed, number))
                if len(waiting) == ahead:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            _cancel(waiting)

    def play_deals(self, tasks: Iterable[tuple[L, Match, int]]) -> Iterator[tuple[L, Games]]:
        """Deals of many matches, under any label, each as soon as it is done. A task is asked for when a hand
        is free."""
        waiting: dict[Future[Games], L] = {}
        ahead = 1 if self.hands == 1 else self.hands + 1
        try:
            for label, match, number in tasks:
                waiting[self._submit(pickle.dumps(match), number)] = label
                if len(waiting) == ahead:
                    yield from _finished(waiting)
            while waiting:
                yield from _finished(waiting)
        finally:
            _cancel(waiting)


def _finished(waiting: dict[Future[Games], L]) -> list[tuple[L, Games]]:
    done, _ = wait(waiting, return_when=FIRST_COMPLETED)
    return [(waiting.pop(future), future.result()) for future in done]


def _cancel(waiting: Iterable[Future[Games]]) -> None:
    for future in waiting:
        future.cancel()


@contextmanager
def alone(threads: int | None = None) -> Iterator[Crew]:
    """This process, with as many threads for a bot that uses them."""
    before = os.environ.get(THREADS)
    grant(threads)
    try:
        yield Crew(_at_once, 1)
    finally:
        os.environ.pop(THREADS, None)
        os.environ.update({THREADS: before} if before else {})


@contextmanager
def processes(jobs: int, threads: int = 1) -> Iterator[Crew]:
    """So many processes on this machine."""
    # Spawned and not forked: the same on every system, and safe beside threads.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(threads,))
    try:
        yield Crew(lambda packed, number: pool.submit(play_packed, packed, number), jobs)
    except BrokenProcessPool:
        advice = "perhaps memory ran out, and fewer --jobs would do"
        raise CrewFailed(f"a process that played games ended in the middle of one: {advice}") from None
    finally:
        pool.shutdown(cancel_futures=True)


def play_packed(packed: bytes, number: int, threads: int | None = None) -> Games:
    """In a worker: all rotations of one deal."""
    grant(threads)
    return play_deal(_unpacked(packed), number)


@lru_cache(maxsize=8)  # so that bots keep what they have loaded
def _unpacked(packed: bytes) -> Match:
    match: Match = pickle.loads(packed)
    return match


def _at_once(packed: bytes, number: int) -> Future[Games]:
    done: Future[Games] = Future()
    done.set_result(play_packed(packed, number))
    return done


def _begin(threads: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started us
    grant(threads)
