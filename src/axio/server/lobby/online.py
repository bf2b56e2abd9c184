"""Who is online: pages open in this process, and rows that expire for the other processes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, delete, exists, insert, or_, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.server.bus.batches import Batches
from axio.server.bus.local import LOBBY, Bus
from axio.server.identity.cookies import Person
from axio.server.store import is_outage, presence, seats, tables

BEAT = 20.0  # seconds between two updates of the rows
EXPIRY = 60.0  # seconds after which a row without an update no longer counts
_FLUSH = 0.3  # seconds between two writes
_LOADING = 15.0  # seconds a new table counts as attended before its owner shows up there
_LINGER = 5.0  # seconds somebody stays online after the last page closes: the next one may be loading

_LOG = logging.getLogger(__name__)


class OnlinePage:
    """One open page: its person, and the table it shows if it is visible."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.looking: str | None = None


@dataclass(slots=True, eq=False)
class OnlinePeople:
    """Keeps the rows of this process's pages up to date."""

    engine: AsyncEngine
    bus: Bus
    process: str = field(default_factory=lambda: secrets.token_hex(16))
    _here: dict[Person, set[OnlinePage]] = field(default_factory=dict)
    _batches: Batches = field(init=False)
    _beating: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self._batches = Batches(_FLUSH, self._flush)

    def start(self) -> None:
        self._batches.start()
        self._beating = asyncio.create_task(self._beat())

    async def stop(self) -> None:
        await self._batches.stop()
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        with contextlib.suppress(SQLAlchemyError, OSError):  # without the database the rows expire
            async with self.engine.begin() as connection:
                await connection.execute(delete(presence).where(presence.c.process == self.process))

    def enter(self, page: OnlinePage) -> None:
        self._here.setdefault(page.person, set()).add(page)
        self._batches.add(page.person)

    def look(self, page: OnlinePage, table: str | None) -> None:
        if page.looking != table:
            page.looking = table
            self._batches.add(page.person)

    def leave(self, page: OnlinePage) -> None:
        """The page shows no table at once; its person goes offline after a while."""
        self.look(page, None)
        asyncio.get_running_loop().call_later(_LINGER, self._gone, page)

    def _gone(self, page: OnlinePage) -> None:
        pages = self._here.get(page.person, set())
        pages.discard(page)
        if not pages:
            self._here.pop(page.person, None)
            self._batches.add(page.person)

    async def _flush(self, people: set[Person]) -> None:
        """Write the rows of people who came, left, or look at another table."""
        now = time.time()
        rows = [self._row(person, now) for person in people if person in self._here]
        mine = (presence.c.process == self.process) & presence.c.person.in_(people)
        async with self.engine.begin() as connection:
            gone = await connection.execute(delete(presence).where(mine))
            if rows:
                await connection.execute(insert(presence), rows)
        if gone.rowcount != len(rows):
            self.bus.publish(LOBBY, {})

    def _row(self, person: Person, now: float) -> dict[str, Any]:
        looking = sorted({page.looking for page in self._here[person] if page.looking})
        return {"person": person, "process": self.process, "looking": looking, "seen": now}

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._update_rows(time.time())
            except Exception as fault:
                if not is_outage(fault):
                    _LOG.exception("who is online could not be written")

    async def _update_rows(self, now: float) -> None:
        """Refresh the rows of this process, and remove those that expired."""
        mine = update(presence).where(presence.c.process == self.process).values(seen=now)
        async with self.engine.begin() as connection:
            await connection.execute(mine)
            gone = await connection.execute(delete(presence).where(presence.c.seen < now - EXPIRY))
        if gone.rowcount:
            self.bus.publish(LOBBY, {})


def is_online(person: ColumnElement[Any]) -> ColumnElement[bool]:
    """Whether the person in this column has a page open."""
    return exists().where(presence.c.person == person, presence.c.seen >= time.time() - EXPIRY)


def are_here() -> ColumnElement[bool]:
    """Whether everybody at a table has a page open, or the table is so new that it is still loading."""
    sits = (seats.c.table_id == tables.c.id) & seats.c.person.is_not(None)
    return or_(tables.c.created > time.time() - _LOADING, ~exists().where(sits, ~is_online(seats.c.person)))


async def looking(connection: AsyncConnection, people: Iterable[Person]) -> set[tuple[Person, str]]:
    """Which of these people have which table visible."""
    alive = presence.c.seen >= time.time() - EXPIRY
    wanted = select(presence.c.person, presence.c.looking).where(alive, presence.c.person.in_([*people]))
    return {(row.person, table) for row in await connection.execute(wanted) for table in row.looking}
