"""Compiled loops over many games, spread over CPU threads. What comes out does not depend on how many."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

from axio.rules import Malformed

LIMIT = "AXIO_THREADS"  # the environment variable that grants fewer threads than there are cores
_PARTS = 4  # per thread: a part with long games does not keep the others waiting


def cores() -> int:
    """The CPU cores this process may use, or fewer where AXIO_THREADS says so."""
    usable = getattr(os, "sched_getaffinity", None)
    count = len(usable(0)) if usable else os.cpu_count() or 1
    limit = os.environ.get(LIMIT, "")
    if limit and not (limit.isdecimal() and int(limit)):
        raise Malformed(f"{LIMIT} is {limit[:40]!r}: expected a number of threads, at least 1")
    return min(count, int(limit)) if limit else count


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="axio-kernel")


def spread(loop: Callable[..., None], count: int, args: tuple[Any, ...], threads: int | None = None) -> None:
    """Run `loop(low, high, args)` over all of 0 to count."""
    threads = min(threads or cores(), count)
    if threads <= 1:
        loop(0, count, args)
        return
    parts = min(count, threads * _PARTS)
    cuts = [count * part // parts for part in range(parts + 1)]
    jobs = [_pool(threads).submit(loop, low, high, args) for low, high in pairwise(cuts)]
    for job in jobs:
        job.result()
