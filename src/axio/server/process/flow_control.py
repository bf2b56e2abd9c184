"""How much one connection may send, and how much may wait to be sent to it: no one costs others anything."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Bucket:
    """A token bucket: allows `rate` messages a second on average, and `burst` at once."""

    rate: float
    burst: float
    _level: float = 0.0
    _since: float = field(default_factory=time.monotonic)

    def take(self, cost: float = 1) -> bool:
        """Count one message; whether it is within the limit."""
        self._drain()
        if self._level + cost > self.burst:
            return False
        self._level += cost
        return True

    @property
    def idle(self) -> bool:
        """Whether a new bucket would be the same."""
        self._drain()
        return self._level == 0.0

    def _drain(self) -> None:
        now = time.monotonic()
        self._level = max(0.0, self._level - (now - self._since) * self.rate)
        self._since = now


@dataclass(slots=True, eq=False)
class Outbox:
    """What waits to be sent to one reader, in order. A reader too slow for it is dropped.

    There are thousands, nearly always empty: a list and a future weigh a tenth of an `asyncio.Queue`.
    """

    limit: int
    dropped: bool = False
    sending: Sending | None = None  # takes what it can at once
    _messages: list[bytes] = field(default_factory=list)
    _awaited: asyncio.Future[None] | None = None

    async def send_all(self, write: Callable[[str], Awaitable[None]], timeout: float) -> None:
        """Write what is queued until the end; TimeoutError if the reader takes nothing."""
        while (message := await self.get()) is not None:
            async with asyncio.timeout(timeout):
                await write(message.decode())
            del message  # or every idle reader would hold its last one

    async def send_waiting(self, write: Callable[[str], Awaitable[None]], timeout: float) -> None:
        """Write what is queued now; TimeoutError if the reader takes nothing."""
        while self._messages:
            async with asyncio.timeout(timeout):
                await write(self._messages.pop(0).decode())

    @property
    def waits(self) -> bool:
        return bool(self._messages)

    async def get(self) -> bytes | None:
        """The next message; None once the reader is dropped."""
        while not self._messages and not self.dropped:
            self._awaited = asyncio.get_running_loop().create_future()
            await self._awaited
        return None if self.dropped else self._messages.pop(0)

    def put(self, message: bytes) -> None:
        if self.dropped or (self.sending is not None and self.sending.written(message)):
            return
        if len(self._messages) >= self.limit:
            self.drop()
        else:
            self._messages.append(message)
            self._wake()

    def drop(self) -> None:
        """Send nothing more, not even what is queued."""
        self.dropped = True
        self._messages.clear()
        self._wake()

    def _wake(self) -> None:
        if self.sending is not None:
            self.sending.wake()
        elif self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(None)


@dataclass(slots=True, eq=False)
class Sending:
    """Sends messages while the caller listens; a reader that is dropped, or takes nothing, ends that.

    Its `async with` is left by TimeoutError if the reader took nothing, or by itself if it was dropped.
    A task runs only while something waits for the reader.
    """

    outbox: Outbox
    write: Callable[[str], Awaitable[None]]
    timeout: float
    write_now: Callable[[bytes], bool] | None = None
    _caller: asyncio.Task[Any] | None = None
    _task: asyncio.Task[None] | None = None
    _ended: bool = False
    _fault: BaseException | None = None

    async def __aenter__(self) -> None:
        self._caller = asyncio.current_task()
        self.outbox.sending = self

    def written(self, message: bytes) -> bool:
        """Whether the message could be written at once: nothing is on its way before it."""
        return self._task is None and self.write_now is not None and self.write_now(message)

    def wake(self) -> None:
        """Something waits, or the reader is dropped."""
        if self._task is None and self._caller is not None:
            self._task = asyncio.create_task(self.outbox.send_waiting(self.write, self.timeout))
            self._task.add_done_callback(self._sent)

    def _sent(self, task: asyncio.Task[None]) -> None:
        self._task = None
        self._fault = None if task.cancelled() else task.exception()
        if self._caller is None:
            return
        if self.outbox.dropped or self._fault is not None:
            self._ended = True
            self._caller.cancel()
        elif self.outbox.waits:
            self.wake()

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        assert self._caller is not None
        caller, self._caller, self.outbox.sending = self._caller, None, None
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        interrupted = kind is asyncio.CancelledError and self._ended
        if interrupted:
            caller.uncancel()
            if isinstance(self._fault, TimeoutError):
                raise self._fault
        return interrupted
