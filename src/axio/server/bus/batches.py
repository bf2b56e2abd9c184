"""Collects names for a moment and handles them together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from axio.server.store import is_outage

_LOG = logging.getLogger(__name__)
_MOST = 500  # names in one query
_RETRY = 1.0  # seconds to wait while the database is away


@dataclass(slots=True, eq=False)
class Batches:
    """Calls `work` with the names added since the last call, at most once every `pause` seconds."""

    pause: float
    work: Callable[[set[str]], Awaitable[None]]
    _names: set[str] = field(default_factory=set)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def add(self, name: str) -> None:
        self._names.add(name)
        self._wake.set()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(self.pause)
            self._wake.clear()
            names, self._names = [*self._names], set()
            for first in range(0, len(names), _MOST):
                await self._work_on({*names[first : first + _MOST]})

    async def _work_on(self, names: set[str]) -> None:
        try:
            await self.work(names)
        except Exception as fault:
            if is_outage(fault):
                self._names |= names
                self._wake.set()
                await asyncio.sleep(_RETRY)
            else:
                _LOG.exception("something went wrong for %s people", len(names))
