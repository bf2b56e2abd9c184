"""Runs what replays whole games in a thread of its own, so that the event loop keeps its turns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

from axio.server.errors import TooMany

P = ParamSpec("P")
T = TypeVar("T")

_MOST = 64  # of one address, waiting ones included


@dataclass(slots=True, eq=False)
class _Turns:
    """An address has one replay at a time in the queue, so that no other address waits for all of its own."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0


@dataclass(slots=True, eq=False)
class Replays:
    """One thread: two would keep the event loop waiting twice as long for the interpreter."""

    _thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "replays"))
    _turns: dict[str, _Turns] = field(default_factory=dict)

    async def run(self, client: str, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Call `work` in the thread. TooMany if this address waits for too much already."""
        turns = self._turns.setdefault(client, _Turns())
        if turns.waiting >= _MOST:
            raise TooMany("too_many")
        turns.waiting += 1
        try:
            async with turns.lock:
                return await asyncio.wrap_future(self._thread.submit(work, *args, **more))
        finally:
            turns.waiting -= 1
            if not turns.waiting:
                self._turns.pop(client, None)

    async def stop(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
