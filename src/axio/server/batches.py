"""Work that is worth doing for many at once: what comes in is gathered for a moment, then done together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

_LOG = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Batches:
    """`work` gets the set of all names added since the last time, at most once every `pause` seconds."""

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
            names, self._names = self._names, set()
            try:
                await self.work(names)
            except Exception:  # the next one may fare better
                _LOG.exception("a batch of %s failed", self.work)
