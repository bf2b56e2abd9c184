"""Checks that an identity is still valid: sign-ins end, guests become accounts, people get banned."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from enum import Enum

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.server.bus.local import KEYS, MISSED, Bus, BusMessage
from axio.server.store import accounts, is_outage, people, signins

from .cookies import Identity, Person, Signer

TRUSTED = 15.0  # seconds a status from the database is cached
UNUSED = 180 * 86400.0  # seconds after which an unused sign-in ends
_SEEN_PRECISION = 600.0  # seconds between two updates of `seen`
_MOST = 50_000  # people in the cache
_AT_ONCE = 1000  # people looked up by one query

_LOG = logging.getLogger(__name__)


class IdentityStatus(Enum):
    VALID = 1
    BANNED = 2
    UNKNOWN = 3


class Guard:
    """Caches the status of identities; ends a person's sockets and streams when their credentials change."""

    def __init__(self, engine: AsyncEngine, signer: Signer, bus: Bus) -> None:
        self.engine = engine
        self.signer = signer
        self._known: dict[Person, dict[Identity, tuple[IdentityStatus, float]]] = {}
        self._sockets: dict[Person, dict[asyncio.Task[object], Identity]] = defaultdict(dict)
        self._cut: set[asyncio.Task[object]] = set()
        self._streams: dict[Person, set[Callable[[], None]]] = defaultdict(set)
        self._version = 0
        self._checking: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None
        bus.subscribe(KEYS, self._changed)
        bus.subscribe(MISSED, self._missed)

    async def status(self, identity: Identity) -> IdentityStatus:
        now, version = time.monotonic(), self._version
        known = self._known.get(identity.person, {}).get(identity)
        if known is not None and now < known[1] + TRUSTED:
            return known[0]
        async with self.engine.connect() as connection:
            found = await (_of_guest if identity.signin is None else _of_signin)(connection, identity)
        if len(self._known) > _MOST:
            self._known.clear()
        if version == self._version:  # otherwise the status may be older than a change
            self._known.setdefault(identity.person, {})[identity] = found, now
        return found

    async def hold(self, identity: Identity | None, running: Awaitable[None]) -> None:
        """Run a socket until it ends or its person's sign-ins change; the browser then reconnects."""
        task = asyncio.current_task()
        if identity is None or task is None:
            return await running
        mine = self._sockets[identity.person]
        mine[task] = identity
        try:
            await running
        except asyncio.CancelledError:
            if task not in self._cut:
                raise
            task.uncancel()
        finally:
            self._cut.discard(task)
            del mine[task]
            if not mine:
                self._sockets.pop(identity.person, None)

    @contextmanager
    def streaming(self, person: Person, end: Callable[[], None]) -> Iterator[None]:
        """While a program reads a stream: `end` it when its person's credentials change.

        The program then connects again, if its token is still valid.
        """
        self._streams[person].add(end)
        try:
            yield
        finally:
            self._streams[person].discard(end)
            if not self._streams[person]:
                del self._streams[person]

    def _changed(self, message: BusMessage) -> None:
        """Forget what is cached about a person, and end their sockets and streams."""
        self._version += 1
        person = str(message["person"])
        self._known.pop(person, None)
        for task in {*self._sockets.get(person, {})} - self._cut:
            self._cut.add(task)
            task.cancel()
        self._end_streams(person)

    def _end_streams(self, person: Person) -> None:
        for end in [*self._streams.get(person, ())]:
            end()

    def _missed(self, _: BusMessage) -> None:
        """Messages were lost: end all streams, and check everybody with a socket in this process again."""
        self._version += 1
        self._known.clear()
        for person in [*self._streams]:
            self._end_streams(person)
        self._checking = asyncio.create_task(self._check(), name="identity check")

    def start(self) -> None:
        self._looking = asyncio.create_task(self._look_for_bans(), name="bans")

    async def stop(self) -> None:
        tasks = [task for task in (self._checking, self._looking) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look_for_bans(self) -> None:
        while True:
            await asyncio.sleep(TRUSTED)
            try:
                await self.end_banned()
            except Exception as fault:
                if not is_outage(fault):
                    _LOG.exception("bans could not be looked for")

    async def end_banned(self) -> None:
        """End the sockets and streams of people whom an operator's program has banned without a message."""
        here = [*{*self._sockets, *self._streams}]
        async with self.engine.connect() as connection:
            for some in (here[at : at + _AT_ONCE] for at in range(0, len(here), _AT_ONCE)):
                wanted = select(people.c.id).where(people.c.id.in_(some), people.c.banned.is_(True))
                for person in await connection.scalars(wanted):
                    self._changed({"person": person})

    async def _check(self) -> None:
        for identity in {identity for sockets in self._sockets.values() for identity in sockets.values()}:
            if await self.status(identity) is not IdentityStatus.VALID:
                self._changed({"person": identity.person})


async def _of_signin(connection: AsyncConnection, identity: Identity) -> IdentityStatus:
    mine = (signins.c.id == identity.signin) & (signins.c.person == identity.person)
    wanted = select(signins.c.seen, people.c.banned).join(people, people.c.id == signins.c.person)
    found = (await connection.execute(wanted.where(mine))).first()
    now = time.time()
    if found is None or found.seen < now - UNUSED:
        return IdentityStatus.UNKNOWN
    if found.seen < now - _SEEN_PRECISION:
        await connection.execute(update(signins).where(mine).values(seen=now))
        await connection.commit()
    return IdentityStatus.BANNED if found.banned else IdentityStatus.VALID


async def _of_guest(connection: AsyncConnection, identity: Identity) -> IdentityStatus:
    """A guest's cookie is valid until the guest becomes an account; from then on a sign-in is needed."""
    joined = people.outerjoin(accounts, accounts.c.person == people.c.id)
    wanted = select(people.c.banned, accounts.c.person).select_from(joined)
    found = (await connection.execute(wanted.where(people.c.id == identity.person))).first()
    if found is None:
        return IdentityStatus.VALID
    if found.person is not None:
        return IdentityStatus.UNKNOWN
    return IdentityStatus.BANNED if found.banned else IdentityStatus.VALID
