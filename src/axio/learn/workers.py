"""Who does the playing: this process, or several that share the work."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ParamSpec, Protocol, TypeVar

from axio.kernel.host.threads import LIMIT

P = ParamSpec("P")
R = TypeVar("R")


class Workers(Protocol):
    """Take calls. Where they work beside this process, it is worth asking them ahead."""

    @property
    def beside(self) -> bool: ...

    def submit(self, call: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]: ...


class Alone:
    """This process does it itself, at once."""

    beside = False

    def submit(self, call: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        done: Future[R] = Future()
        done.set_result(call(*args, **kwargs))
        return done


@dataclass(frozen=True)
class Beside:
    """Other processes, each with one thread."""

    pool: ProcessPoolExecutor
    beside = True

    def submit(self, call: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        return self.pool.submit(call, *args, **kwargs)


@contextmanager
def workers(jobs: int) -> Iterator[Workers]:
    """So many processes; one is this one."""
    if jobs == 1:
        yield Alone()
        return
    # Spawned and not forked: the same on every system, and safe beside threads.
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_begin)
    try:
        yield Beside(pool)
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started us
    for name in (LIMIT, "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[name] = "1"
