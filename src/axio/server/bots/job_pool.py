"""Long work, such as the review of a game, in processes of the lowest priority: no move waits for it."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncGenerator, Coroutine, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from axio.server.errors import TooMany

from .fair_queue import Asker, FairQueue
from .worker_process import Failed, WorkerProcess

_LOG = logging.getLogger(__name__)
_PATIENCE = 300.0  # seconds for one part of a job; the first may have to compile
_GRACE = 3.0  # seconds for a job to stop after its present part
_IDLE = 60.0  # seconds after which a process that has nothing to do ends
_MOST = 4  # jobs of one person, waiting ones included
_WAITING = 200  # jobs that wait, of all people


@dataclass(slots=True, eq=False)
class JobPool:
    """A few processes of their own. The person whose jobs have taken least lately is next."""

    size: int = 1
    _workers: list[WorkerProcess] = field(default_factory=list)
    _queue: FairQueue[WorkerProcess] = field(default_factory=FairQueue)
    _timers: dict[WorkerProcess, asyncio.TimerHandle] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def start(self) -> None:
        self._workers = [WorkerProcess(("--nice",)) for _ in range(self.size)]
        for worker in self._workers:
            self._queue.put(worker)

    async def stop(self) -> None:
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for timer in self._timers.values():
            timer.cancel()
        for worker in self._workers:
            await worker.end()

    def check(self, asker: Asker) -> None:
        """TooMany if this person, or everybody together, waits for too much already."""
        if self._queue.asked(asker.person) >= _MOST or self._queue.waiting >= _WAITING:
            raise TooMany("too_many_jobs")

    async def stream(self, asker: Asker, question: Mapping[str, Any]) -> AsyncGenerator[dict[str, Any], None]:
        """The lines of a job: `{"part": …}` as often as it finds something, and last `{"done": …}`.

        `question["job"]` names an entry of `JOBS` in the worker. Closing the iterator ends the job. TooMany
        before the job waits; Failed, with what went wrong, where it breaks.
        """
        self.check(asker)
        with self._queue.asking(asker):
            worker = await self._queue.get(asker)
            try:
                async with aclosing(self._lines(worker, asker, question)) as lines:
                    async for line in lines:
                        yield line
            finally:
                self._run(self._rest(worker))

    async def _lines(
        self, worker: WorkerProcess, asker: Asker, question: Mapping[str, Any]
    ) -> AsyncGenerator[dict[str, Any], None]:
        since, asked = time.monotonic(), json.dumps(question).encode() + b"\n"
        async with aclosing(worker.lines(asked, _PATIENCE)) as lines:
            async for line in lines:
                self._queue.charge(asker.person, time.monotonic() - since)
                since = time.monotonic()
                if "failed" in line:
                    _LOG.warning("a job %s failed: %s", question["job"], line["failed"].partition(":")[0])
                    raise Failed(line["failed"])
                yield line

    async def _rest(self, worker: WorkerProcess) -> None:
        """A process is free for the next job; it ends if none comes for a while."""
        await worker.settle(_GRACE)
        if worker in self._timers:
            self._timers[worker].cancel()
        later = asyncio.get_running_loop().call_later
        self._timers[worker] = later(_IDLE, lambda: self._run(self._retire(worker)))
        self._queue.put(worker)

    async def _retire(self, worker: WorkerProcess) -> None:
        for idle in self._queue.take_idle(lambda each: each is worker):
            await idle.end()
            self._queue.put(idle)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
