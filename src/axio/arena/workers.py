"""Who does the work: this process, several processes, or a Ray cluster. What comes out is the same.

This is the one place that starts processes, and that says how many threads each may use.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import signal
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from functools import lru_cache
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

from axio.extras import advice
from axio.kernel.host.threads import LIMIT
from axio.rules import AxioError, Malformed

from .match import Match, Played, play_deal

THREADS = LIMIT  # the environment variable that the kernel reads
LOCAL, AUTO = "local", "auto"  # addresses of a Ray cluster
PATIENCE = 5.0  # seconds, until a cluster has to answer

Games: TypeAlias = tuple[Played, ...]  # of one deal
Submit: TypeAlias = Callable[..., "Future[Any]"]  # a call and its arguments
L = TypeVar("L")
P = ParamSpec("P")
R = TypeVar("R")


class WorkersFailed(AxioError):
    """Workers that cannot be reached, or are gone in the middle of their work."""


class Workers:
    """So many workers, who take any calls that can be pickled. They last for as many as one likes."""

    def __init__(self, submit: Submit, count: int, beside: bool = True) -> None:
        self._submit = submit
        self.count = count
        self.beside = beside  # whether they work while this process does something else

    def submit(self, call: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Have a worker make a call."""
        return cast("Future[R]", self._submit(call, *args, **kwargs))

    def play(self, match: Match) -> Iterator[Played]:
        """The games of a match, one after the other."""
        ahead = 1 if self.count == 1 else 4 * self.count
        waiting: deque[Future[Games]] = deque()
        packed = pickle.dumps(match)
        try:
            for number in range(match.deals):
                waiting.append(self.submit(play_packed, packed, number))
                if len(waiting) == ahead:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            _cancel(waiting)

    def play_deals(self, tasks: Iterable[tuple[L, Match, int]]) -> Iterator[tuple[L, Games]]:
        """Deals of many matches, under any label, each as soon as it is done. A task is asked for when a
        worker is free."""
        waiting: dict[Future[Games], L] = {}
        ahead = 1 if self.count == 1 else self.count + 1
        try:
            for label, match, number in tasks:
                waiting[self.submit(play_packed, pickle.dumps(match), number)] = label
                if len(waiting) == ahead:
                    yield from _finished(waiting)
            while waiting:
                yield from _finished(waiting)
        finally:
            _cancel(waiting)


def start_workers(
    jobs: int | None = None, threads: int | None = None, ray: str | None = None
) -> AbstractContextManager[Workers]:
    """So many processes here, or a Ray cluster; `threads` is what each may use for one call."""
    if ray is not None:
        return cluster(ray, jobs, threads or 1)
    jobs = jobs or max(1, cores() // (threads or 1))
    if jobs == 1:
        return alone(threads)
    return processes(jobs, threads or max(1, cores() // jobs))


def play(match: Match, jobs: int = 1) -> Iterator[Played]:
    """The games of a match one after the other, played by so many processes."""
    with start_workers(min(jobs, match.deals)) as hired:
        yield from hired.play(match)


def cores() -> int:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def alone(threads: int | None = None) -> Iterator[Workers]:
    """This process, with as many threads for a call that uses them."""
    before = os.environ.get(THREADS)
    grant(threads)
    try:
        yield INLINE
    finally:
        os.environ.pop(THREADS, None)
        os.environ.update({THREADS: before} if before else {})


@contextmanager
def processes(jobs: int, threads: int = 1) -> Iterator[Workers]:
    """So many processes on this machine."""
    # Spawned and not forked: the same on every system, and safe beside threads.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(threads,))
    try:
        yield Workers(pool.submit, jobs)
    except BrokenProcessPool:
        advice = "perhaps memory ran out, and fewer --jobs would do"
        raise WorkersFailed(f"a process that played games ended in the middle of one: {advice}") from None
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def cluster(address: str, jobs: int | None = None, threads: int = 1) -> Iterator[Workers]:
    """The Ray cluster at an address, or one of this machine, started for the purpose (`local`). Axio must be
    installed, in this version, wherever it runs."""
    ray = _ray()
    _connect(ray, address, jobs)
    try:
        count = jobs or max(1, int(ray.cluster_resources().get("CPU", 1)) // threads)
        granted = ray.remote(_granted).options(num_cpus=1 if address == LOCAL else threads)
        yield Workers(lambda *call, **named: granted.remote(threads, *call, **named).future(), count)
    except ray.exceptions.RayTaskError as fault:
        raise fault.cause from None
    except ray.exceptions.RayError as fault:
        raise WorkersFailed(f"the Ray cluster at {address} lost a game: {_first_line(fault)}") from None
    finally:
        ray.shutdown()


def grant(threads: int | None) -> None:
    """Let the kernel use no more threads than these in this process."""
    if threads is not None:
        os.environ[THREADS] = str(threads)


def play_packed(packed: bytes, number: int) -> Games:
    """In a worker: all rotations of one deal."""
    return play_deal(_unpacked(packed), number)


@lru_cache(maxsize=8)  # so that bots keep what they have loaded
def _unpacked(packed: bytes) -> Match:
    match: Match = pickle.loads(packed)
    return match


def _at_once(call: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
    done: Future[R] = Future()
    done.set_result(call(*args, **kwargs))
    return done


INLINE = Workers(_at_once, 1, beside=False)  # this process itself


def _granted(threads: int, call: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    grant(threads)
    return call(*args, **kwargs)


def _begin(threads: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started us
    for name in (THREADS, "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[name] = str(threads)


def _finished(waiting: dict[Future[Games], L]) -> list[tuple[L, Games]]:
    done, _ = wait(waiting, return_when=FIRST_COMPLETED)
    return [(waiting.pop(future), future.result()) for future in done]


def _cancel(waiting: Iterable[Future[Games]]) -> None:
    for future in waiting:
        future.cancel()


def _ray() -> Any:
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise Malformed(f"--ray needs the package ray: {advice('cluster')}") from None
    return ray


def _connect(ray: Any, address: str, jobs: int | None) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        if address == LOCAL:
            ray.init(address=LOCAL, num_cpus=jobs, include_dashboard=False, **quiet)
        else:
            _knock(address)
            ray.init(address=address, **quiet)
    except (OSError, RuntimeError, ValueError) as fault:
        raise WorkersFailed(f"no Ray cluster at {address[:80]}: {_first_line(fault)}") from None


def _knock(address: str) -> None:
    """OSError at once where nobody listens: Ray itself would wait for minutes. `auto` is its own business."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if port.isdecimal():
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    elif address != AUTO:
        raise ValueError(f"expected HOST:PORT, {AUTO} or {LOCAL}")


def _first_line(fault: Exception) -> str:
    if isinstance(fault, OSError) and fault.strerror:
        return fault.strerror.lower()
    return (str(fault).strip().splitlines() or [type(fault).__name__])[0].rstrip(".")
