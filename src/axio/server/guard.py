"""Whether a badge still holds: sign-ins may be ended, guests become accounts, people may be banned."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable
from enum import Enum

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .bus import KEYS, Bus, News
from .identity import Badge, Person, Signer
from .store import accounts, people, signins

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
        self._held: dict[Person, set[asyncio.Task[object]]] = defaultdict(set)
        self._cut: set[asyncio.Task[object]] = set()
        self._news = 0
        bus.subscribe(KEYS, self._changed)

    async def standing(self, badge: Badge) -> Standing:
        now, news = time.monotonic(), self._news
        known = self._known.get(badge.person, {}).get(badge)
        if known is not None and now < known[1] + TRUSTED:
            return known[0]
        async with self.engine.connect() as connection:
            found = await (_of_guest if badge.signin is None else self._of_signin)(connection, badge)
        if len(self._known) > _MOST:
            self._known.clear()
        if news == self._news:  # or the answer may be older than the news
            self._known.setdefault(badge.person, {})[badge] = found, now
        return found

    async def hold(self, person: Person | None, running: Awaitable[None]) -> None:
        """Run a socket until it ends by itself, or its person's keys change: then it has to knock again."""
        task = asyncio.current_task()
        if person is None or task is None:
            return await running
        self._held[person].add(task)
        try:
            await running
        except asyncio.CancelledError:
            if task not in self._cut:
                raise
            task.uncancel()
        finally:
            self._cut.discard(task)
            self._held[person].discard(task)
            if not self._held[person]:
                del self._held[person]

    def _changed(self, news: News) -> None:
        self._news += 1
        person = str(news["person"])
        self._known.pop(person, None)
        for task in self._held.get(person, set()) - self._cut:
            self._cut.add(task)
            task.cancel()

    async def _of_signin(self, connection: AsyncConnection, badge: Badge) -> Standing:
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
