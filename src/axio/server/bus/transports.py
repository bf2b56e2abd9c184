"""What carries messages from process to process: PostgreSQL's notifications, or Redis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

from axio.extras import advice
from axio.rules import Malformed

from .shared import OpenTransport, Transport

CHANNEL = "axio"


@dataclass(frozen=True, slots=True)
class _Notifications:
    connection: Any  # of asyncpg
    ended: asyncio.Event

    async def send(self, text: str) -> None:
        await self.connection.execute("SELECT pg_notify($1, $2)", CHANNEL, text)

    async def closed(self) -> None:
        await self.ended.wait()


def postgresql(engine: AsyncEngine) -> Transport:
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


def redis(url: str) -> Transport:
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
