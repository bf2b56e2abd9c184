"""The bus of several processes on one database, over PostgreSQL's notifications or Redis."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import msgspec
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.extras import advice
from axio.rules import Malformed
from axio.server.process.metrics import INTERRUPTED

from .local import MISSED, BusMessage, LocalBus, Subscriber

_LOG = logging.getLogger(__name__)
_MOST = 10_000  # messages kept while the transport is down
_TOGETHER = 40  # messages in one packet: PostgreSQL takes 8,000 bytes
_EVERY = 0.008  # seconds between two packets of a busy process
_HEARTBEAT = 10.0  # seconds between packets, empty ones too; also the time one may take
_ALONE = 25.0  # seconds without a packet of another process after which there is none
_LAST = 1.0  # seconds at the end to send what is queued
_RETRY = 0.5  # seconds until a broken transport is opened again
_Item: TypeAlias = tuple[str, dict[str, str | int]]
CHANNEL = "axio"


class OpenTransport(Protocol):
    async def send(self, text: str) -> None: ...

    async def closed(self) -> None:
        """Return, or raise, when the connection is lost."""
        ...


Transport: TypeAlias = Callable[[Callable[[str], None]], AbstractAsyncContextManager[OpenTransport]]


class _Packet(msgspec.Struct, frozen=True):
    sender: str
    messages: list[_Item] = msgspec.field(name="news")  # as processes of other versions name it


@dataclass(slots=True, eq=False)
class SharedBus(LocalBus):
    """Calls the subscribers of this process at once, and sends to the other processes."""

    transport: Transport = field(kw_only=True)
    _name: str = field(default_factory=lambda: secrets.token_hex(8))
    _foreign: dict[str, list[Subscriber]] = field(default_factory=lambda: defaultdict(list))
    _outbox: deque[_Item] = field(default_factory=deque)
    _filled: asyncio.Event = field(default_factory=asyncio.Event)
    _heard: float = 0.0  # when another process last said anything, or might have; 0 while nobody can
    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="bus")

    async def stop(self) -> None:
        """Send what is queued, if that can be done soon."""
        if self._task is not None:
            deadline = asyncio.get_running_loop().time() + _LAST
            while self._outbox and asyncio.get_running_loop().time() < deadline:
                await asyncio.sleep(0.01)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def publish(self, topic: str, message: BusMessage) -> None:
        LocalBus.publish(self, topic, message)
        if self._heard and time.monotonic() - self._heard > _ALONE:
            return  # a process that starts reads the database, and says so before it misses anything
        if len(self._outbox) >= _MOST:
            self._outbox.clear()
            self._outbox.append((MISSED, {}))
        self._outbox.append((topic, dict(message)))
        self._filled.set()

    def subscribe_elsewhere(self, topic: str, subscriber: Subscriber) -> None:
        self._foreign[topic].append(subscriber)

    async def _run(self) -> None:
        while True:
            try:
                async with self.transport(self._receive) as transport, asyncio.TaskGroup() as tasks:
                    self._heard = time.monotonic()
                    LocalBus.publish(self, MISSED, {})
                    tasks.create_task(self._watch(transport))
                    tasks.create_task(self._send(transport))
            except Exception as fault:
                self._heard = 0.0
                INTERRUPTED.inc()
                _LOG.warning("the bus is interrupted (%s)", _root(fault))
            await asyncio.sleep(_RETRY)

    async def _watch(self, transport: OpenTransport) -> None:
        await transport.closed()
        raise ConnectionError("the transport is closed")

    async def _send(self, transport: OpenTransport) -> None:
        """Send messages as they come, and an empty packet when there are none for a while."""
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            packet = _Packet(self._name, [*self._outbox][:_TOGETHER])
            async with asyncio.timeout(_HEARTBEAT):
                await transport.send(msgspec.json.encode(packet).decode())
            for _ in packet.messages:
                self._outbox.popleft()
            if not self._outbox:
                await self._more()
            if len(self._outbox) < _TOGETHER:
                await asyncio.sleep(began + _EVERY - loop.time())

    async def _more(self) -> None:
        self._filled.clear()
        try:
            async with asyncio.timeout(_HEARTBEAT):
                await self._filled.wait()
        except TimeoutError:
            return

    def _receive(self, text: str) -> None:
        try:
            packet = msgspec.json.decode(text, type=_Packet)
        except msgspec.MsgspecError:
            _LOG.warning("the bus received a malformed packet")
            return
        if packet.sender != self._name:
            self._heard = time.monotonic()
            for topic, message in packet.messages:
                LocalBus.publish(self, topic, message)
                for subscriber in self._foreign[topic]:
                    subscriber(message)


def _root(fault: BaseException) -> str:
    while isinstance(fault, BaseExceptionGroup):
        fault = fault.exceptions[0]
    return type(fault).__name__


@dataclass(frozen=True, slots=True)
class _Notifications:
    connection: Any  # of asyncpg
    ended: asyncio.Event

    async def send(self, text: str) -> None:
        await self.connection.execute("SELECT pg_notify($1, $2)", CHANNEL, text)

    async def closed(self) -> None:
        await self.ended.wait()


def over_postgresql(engine: AsyncEngine) -> Transport:
    """LISTEN and NOTIFY, on a connection of their own."""

    @asynccontextmanager
    async def opened(receive: Callable[[str], None]) -> AsyncIterator[OpenTransport]:
        async with engine.connect() as held:
            connection: Any = (await held.get_raw_connection()).driver_connection
            ended = asyncio.Event()
            connection.add_termination_listener(lambda _: ended.set())
            await connection.add_listener(CHANNEL, lambda *values: receive(values[-1]))
            try:
                yield _Notifications(connection, ended)
            finally:
                await held.invalidate()  # or the pool would hand out a connection that listens

    return opened


@dataclass(frozen=True, slots=True)
class _Subscription:
    client: Any
    pubsub: Any
    receive: Callable[[str], None]

    async def send(self, text: str) -> None:
        await self.client.publish(CHANNEL, text)

    async def closed(self) -> None:
        async for message in self.pubsub.listen():
            if message["type"] == "message":
                self.receive(message["data"].decode())


def over_redis(url: str) -> Transport:
    """Publish and subscribe. Malformed if the package is missing or the address is malformed."""
    try:
        from redis.asyncio import Redis

        client: Any = Redis.from_url(url, health_check_interval=10)
    except ImportError:
        raise Malformed(f"--redis needs the package redis: {advice('redis')}") from None
    except ValueError as fault:
        raise Malformed(f"--redis: {fault}") from None

    @asynccontextmanager
    async def opened(receive: Callable[[str], None]) -> AsyncIterator[OpenTransport]:
        async with client.pubsub() as pubsub:
            await pubsub.subscribe(CHANNEL)
            yield _Subscription(client, pubsub, receive)

    return opened
