"""The bus where several processes serve one database: news go over a wire, many in one message."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import defaultdict, deque
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

import msgspec

from axio.server.process.metrics import INTERRUPTED

from .local import MISSED, Hearer, LocalBus, News

_LOG = logging.getLogger(__name__)
_MOST = 10_000  # news kept for a wire that is broken
_TOGETHER = 40  # news in one message: PostgreSQL carries 8,000 bytes
_SIGN_OF_LIFE = 10.0  # seconds; also how long a message may take
_LAST = 1.0  # seconds at the end for what waits
_ASIDE = 0.5  # seconds until a broken wire is tried again


class Line(Protocol):
    """An open wire."""

    async def send(self, text: str) -> None: ...

    async def broken(self) -> None:
        """Return, or raise, when the line is no more."""
        ...


Wire: TypeAlias = Callable[[Callable[[str], None]], AbstractAsyncContextManager[Line]]
_Item: TypeAlias = tuple[str, dict[str, str | int]]


class _Parcel(msgspec.Struct, frozen=True):
    sender: str
    news: list[_Item]


@dataclass(slots=True, eq=False)
class SharedBus(LocalBus):
    """Hearers of this process are told at once, those of the others over the wire."""

    wire: Wire = field(kw_only=True)
    _name: str = field(default_factory=lambda: secrets.token_hex(8))
    _foreign: dict[str, list[Hearer]] = field(default_factory=lambda: defaultdict(list))
    _outbox: deque[_Item] = field(default_factory=deque)
    _filled: asyncio.Event = field(default_factory=asyncio.Event)
    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="bus")

    async def stop(self) -> None:
        """Send what waits, if that can be done at once."""
        if self._task is not None:
            deadline = asyncio.get_running_loop().time() + _LAST
            while self._outbox and asyncio.get_running_loop().time() < deadline:
                await asyncio.sleep(0.01)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def publish(self, topic: str, news: News) -> None:
        LocalBus.publish(self, topic, news)
        if len(self._outbox) >= _MOST:
            self._outbox.clear()
            self._outbox.append((MISSED, {}))
        self._outbox.append((topic, dict(news)))
        self._filled.set()

    def subscribe_elsewhere(self, topic: str, hearer: Hearer) -> None:
        self._foreign[topic].append(hearer)

    async def _run(self) -> None:
        while True:
            try:
                async with self.wire(self._heard) as line, asyncio.TaskGroup() as tasks:
                    LocalBus.publish(self, MISSED, {})
                    tasks.create_task(self._watch(line))
                    tasks.create_task(self._send(line))
            except Exception as fault:
                INTERRUPTED.inc()
                _LOG.warning("the bus is interrupted (%s)", _root(fault))
            await asyncio.sleep(_ASIDE)

    async def _watch(self, line: Line) -> None:
        await line.broken()
        raise ConnectionError("the wire is broken")

    async def _send(self, line: Line) -> None:
        """What is to be told, as it comes; now and then a sign of life."""
        while True:
            parcel = _Parcel(self._name, [*self._outbox][:_TOGETHER])
            async with asyncio.timeout(_SIGN_OF_LIFE):
                await line.send(msgspec.json.encode(parcel).decode())
            for _ in parcel.news:
                self._outbox.popleft()
            if not self._outbox:
                await self._more()

    async def _more(self) -> None:
        self._filled.clear()
        try:
            async with asyncio.timeout(_SIGN_OF_LIFE):
                await self._filled.wait()
        except TimeoutError:
            return

    def _heard(self, text: str) -> None:
        try:
            parcel = msgspec.json.decode(text, type=_Parcel)
        except msgspec.MsgspecError:
            _LOG.warning("the bus carried something that is no news")
            return
        if parcel.sender != self._name:
            for topic, news in parcel.news:
                LocalBus.publish(self, topic, news)
                for hearer in self._foreign[topic]:
                    hearer(news)


def _root(fault: BaseException) -> str:
    while isinstance(fault, BaseExceptionGroup):
        fault = fault.exceptions[0]
    return type(fault).__name__
