"""Web push: the subscribed browsers, and sending to them through their push services."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from http.client import HTTPException

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.rules import Malformed
from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.schemas.notifications import NewSubscription
from axio.server.store import subscriptions

from .smtp import MailServer
from .webpush import Endpoint, encrypted, headers_for, post, private_key, read_endpoint
from .wording import known_language

_LOG = logging.getLogger(__name__)

_GONE = (404, 410)
_KEPT = 86400  # seconds a push service keeps a message for a browser that is off
_TIMEOUT = 10.0  # seconds for one request
_WAITS = (2.0, 15.0, 60.0)  # seconds before each further attempt
_MOST_FAILURES = 10  # in a row, after which a browser is forgotten
_MOST = 20  # browsers of one person


def contact_of(site: str, server: MailServer | None) -> str:
    """Whom a push service can write to about this server."""
    if site.startswith("https://"):
        return site
    return f"mailto:{server.sender if server else 'nobody@localhost'}"


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser that takes pushes."""

    id: str
    endpoint: str
    p256dh: str
    auth: str
    language: str


async def add_subscription(engine: AsyncEngine, person: Person, wanted: NewSubscription) -> None:
    """Push to this browser from now on. Denied if the person has too many."""
    row = {
        "id": _id(wanted.endpoint),
        "person": person,
        "endpoint": wanted.endpoint,
        "p256dh": wanted.p256dh,
        "auth": wanted.auth,
        "language": known_language(wanted.language),
        "created": time.time(),
    }
    async with engine.begin() as connection:
        await connection.execute(delete(subscriptions).where(subscriptions.c.id == row["id"]))
        if await subscription_count(connection, person) >= _MOST:
            raise Denied("too_many_browsers", most=_MOST)
        await connection.execute(insert(subscriptions), row)


async def remove_subscription(engine: AsyncEngine, person: Person, endpoint: str) -> None:
    mine = (subscriptions.c.id == _id(endpoint)) & (subscriptions.c.person == person)
    async with engine.begin() as connection:
        await connection.execute(delete(subscriptions).where(mine))


async def subscription_count(connection: AsyncConnection, person: Person) -> int:
    mine = select(func.count()).select_from(subscriptions).where(subscriptions.c.person == person)
    return await connection.scalar(mine) or 0


def _id(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()[:32]


@dataclass(slots=True, eq=False)
class Pusher:
    """Sends in threads, tries again after a temporary failure, and forgets browsers that are gone."""

    engine: AsyncEngine
    key: bytes
    contact: str  # whom a push service can write to
    services: Sequence[str]  # which alone are called
    waits: tuple[float, ...] = _WAITS
    _threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(4, "push"))
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def push(self, to: Subscription, payload: Mapping[str, str]) -> None:
        """Start to send, without waiting for the result."""
        task = asyncio.create_task(self._deliver(to, json.dumps(payload)))
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:
            _LOG.error("a push failed", exc_info=fault)

    async def stop(self) -> None:
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _deliver(self, to: Subscription, text: str) -> None:
        loop = asyncio.get_running_loop()
        try:
            endpoint = read_endpoint(to.endpoint, self.services)
        except Malformed:  # from a time when other services were called
            await self._forget(to)
            return
        for wait in (*self.waits, None):
            status = await loop.run_in_executor(self._threads, self._send, endpoint, to, text)
            if status in _GONE:
                await self._forget(to)
                return
            if status is not None and status < 300:
                await self._worked(to)
                return
            if wait is None or not (status is None or status == 429 or status >= 500):
                break
            await asyncio.sleep(wait)
        _LOG.warning("push service %s took no push (%s)", endpoint.host, status)
        await self._failed(to)

    def _send(self, endpoint: Endpoint, to: Subscription, text: str) -> int | None:
        """The status a push service answered with; None for no answer."""
        try:
            body = encrypted(text.encode(), to.p256dh, to.auth)
            headers = headers_for(endpoint, private_key(self.key), self.contact, _KEPT)
            return post(endpoint, body, headers, _TIMEOUT)
        except (OSError, HTTPException):
            return None
        except ValueError:  # malformed keys or address
            return _GONE[0]

    async def _forget(self, gone: Subscription) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(delete(subscriptions).where(subscriptions.c.id == gone.id))

    async def _worked(self, to: Subscription) -> None:
        never = (subscriptions.c.id == to.id) & (subscriptions.c.failures > 0)
        async with self.engine.begin() as connection:
            await connection.execute(update(subscriptions).where(never).values(failures=0))

    async def _failed(self, to: Subscription) -> None:
        mine = subscriptions.c.id == to.id
        async with self.engine.begin() as connection:
            one_more = subscriptions.c.failures + 1
            await connection.execute(update(subscriptions).where(mine).values(failures=one_more))
            many = mine & (subscriptions.c.failures >= _MOST_FAILURES)
            await connection.execute(delete(subscriptions).where(many))
