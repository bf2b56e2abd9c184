"""Whether a badge still holds: sign-ins may be ended, guests become accounts, people may be banned."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable
from enum import Enum

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.server.bus.local import KEYS, MISSED, Bus, News
from axio.server.store import accounts, people, signins

from .cookies import Badge, Person, Signer

TRUSTED = 15.0  # seconds that the database's word is good for, should no news come
UNUSED = 180 * 86400.0  # a sign-in nobody used for so long has ended
_NOTED = 600.0  # how exactly `seen` is kept
_MOST = 50_000  # badges remembered


class Standing(Enum):
    WELCOME = 1
    BANNED = 2
    UNKNOWN = 3


class Guard:
    """Asks the database, believes it for a moment, and lets sockets go when somebody's keys change."""

    def __init__(self, engine: AsyncEngine, signer: Signer, bus: Bus) -> None:
        self.engine = engine
        self.signer = signer
        self._known: dict[Person, dict[Badge, tuple[Standing, float]]] = {}
        self._sockets: dict[Person, dict[asyncio.Task[object], Badge]] = defaultdict(dict)
        self._cut: set[asyncio.Task[object]] = set()
        self._news = 0
        self._checking: asyncio.Task[None] | None = None
        bus.subscribe(KEYS, self._changed)
        bus.subscribe(MISSED, self._missed)

    async def standing(self, badge: Badge) -> Standing:
        now, news = time.monotonic(), self._news
        known = self._known.get(badge.person, {}).get(badge)
        if known is not None and now < known[1] + TRUSTED:
            return known[0]
        async with self.engine.connect() as connection:
            found = await (_of_guest if badge.signin is None else _of_signin)(connection, badge)
        if len(self._known) > _MOST:
            self._known.clear()
        if news == self._news:  # or the answer may be older than the news
            self._known.setdefault(badge.person, {})[badge] = found, now
        return found

    async def hold(self, badge: Badge | None, running: Awaitable[None]) -> None:
        """Run a socket until it ends by itself, or its person's keys change: then it has to knock again."""
        task = asyncio.current_task()
        if badge is None or task is None:
            return await running
        mine = self._sockets[badge.person]
        mine[task] = badge
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
                self._sockets.pop(badge.person, None)

    def _changed(self, news: News) -> None:
        """Somebody's keys are others now: nothing known of them holds."""
        self._news += 1
        person = str(news["person"])
        self._known.pop(person, None)
        for task in {*self._sockets.get(person, {})} - self._cut:
            self._cut.add(task)
            task.cancel()

    def _missed(self, _: News) -> None:
        """Whose keys changed unheard? Everybody with a socket here is looked up once more."""
        self._news += 1
        self._known.clear()
        self._checking = asyncio.create_task(self._check())

    async def checked(self) -> None:
        """Until that is done."""
        if self._checking is not None:
            await self._checking

    async def stop(self) -> None:
        if self._checking is not None:
            self._checking.cancel()
            await asyncio.gather(self._checking, return_exceptions=True)

    async def _check(self) -> None:
        for badge in {badge for sockets in self._sockets.values() for badge in sockets.values()}:
            if await self.standing(badge) is not Standing.WELCOME:
                self._changed({"person": badge.person})


async def _of_signin(connection: AsyncConnection, badge: Badge) -> Standing:
    mine = (signins.c.id == badge.signin) & (signins.c.person == badge.person)
    wanted = select(signins.c.seen, people.c.banned).join(people, people.c.id == signins.c.person)
    found = (await connection.execute(wanted.where(mine))).first()
    now = time.time()
    if found is None or found.seen < now - UNUSED:
        return Standing.UNKNOWN
    if found.seen < now - _NOTED:
        await connection.execute(update(signins).where(mine).values(seen=now))
        await connection.commit()
    return Standing.BANNED if found.banned else Standing.WELCOME


async def _of_guest(connection: AsyncConnection, badge: Badge) -> Standing:
    """A guest's cookie ends to be good when the guest becomes an account: then sign-ins count."""
    joined = people.outerjoin(accounts, accounts.c.person == people.c.id)
    wanted = select(people.c.banned, accounts.c.person).select_from(joined)
    found = (await connection.execute(wanted.where(people.c.id == badge.person))).first()
    if found is None:
        return Standing.WELCOME
    if found.person is not None:
        return Standing.UNKNOWN
    return Standing.BANNED if found.banned else Standing.WELCOME
