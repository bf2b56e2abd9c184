"""Playing a match, in this process or in several. The games are the same, and come in the same order."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from .match import Match, Played, play_deal


def play(match: Match, jobs: int = 1) -> Iterator[Played]:
    """The games of a match one after the other, played by so many processes."""
    jobs = min(jobs, match.deals)
    deals = range(match.deals)
    if jobs <= 1:
        for number in deals:
            yield from play_deal(match, number)
        return
    # Spawned and not forked: the same on every system, and safe beside threads.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=_take_up, initargs=(match,))
    try:
        for played in pool.map(_play, deals):
            yield from played
    finally:
        pool.shutdown(cancel_futures=True)


def cores() -> int:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_match: Match | None = None  # in a worker: the match it plays, with bots of its own


def _take_up(match: Match) -> None:
    global _match
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started us
    _match = match


def _play(number: int) -> tuple[Played, ...]:
    assert _match is not None
    return play_deal(_match, number)
