"""What waits to be sent to one reader: bounded, so that a slow one costs nobody else anything."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field


@dataclass(slots=True, eq=False)
class Outbox:
    """A queue in order. A reader too slow for it is dropped."""

    limit: int
    dropped: bool = False
    _queue: asyncio.Queue[bytes | None] = field(default_factory=asyncio.Queue)

    async def send_all(self, write: Callable[[str], Awaitable[None]], timeout: float) -> None:
        """Write what is queued until the end; TimeoutError if the reader takes nothing."""
        while (message := await self.get()) is not None:
            async with asyncio.timeout(timeout):
                await write(message.decode())

    async def get(self) -> bytes | None:
        """The next message; None once the reader is dropped."""
        return await self._queue.get()

    def put(self, message: bytes) -> None:
        if self.dropped:
            return
        if self._queue.qsize() >= self.limit:
            self.drop()
        else:
            self._queue.put_nowait(message)

    def drop(self) -> None:
        """Send nothing more, not even what is queued."""
        self.dropped = True
        while not self._queue.empty():
            self._queue.get_nowait()
        self._queue.put_nowait(None)
