"""Who has a page open: known here in memory, and to the other processes by rows that expire."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.server.bus.batches import Batches
from axio.server.bus.local import LOBBY, Bus
from axio.server.identity.cookies import Person
from axio.server.store import is_outage, presence

BEAT = 20.0  # seconds between signs of life
EXPIRY = 60.0  # seconds after which a row without one counts for nothing
_FLUSH = 0.3
_LINGER = 5.0  # seconds somebody stays here after the last page: on the way from one to the next

_LOG = logging.getLogger(__name__)


class Visitor:
    """One open page: which table it shows, if it is in sight."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.looking: str | None = None


@dataclass(slots=True, eq=False)
class Presence:
    engine: AsyncEngine
    bus: Bus
    process: str = field(default_factory=lambda: secrets.token_hex(16))
    _here: dict[Person, set[Visitor]] = field(default_factory=dict)
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
        with contextlib.suppress(SQLAlchemyError, OSError):  # a database that is away finds them expired
            async with self.engine.begin() as connection:
                await connection.execute(delete(presence).where(presence.c.process == self.process))

    def enter(self, visitor: Visitor) -> None:
        self._here.setdefault(visitor.person, set()).add(visitor)
        self._batches.add(visitor.person)

    def look(self, visitor: Visitor, table: str | None) -> None:
        if visitor.looking != table:
            visitor.looking = table
            self._batches.add(visitor.person)

    def leave(self, visitor: Visitor) -> None:
        """They look away at once, and are gone in a while."""
        self.look(visitor, None)
        asyncio.get_running_loop().call_later(_LINGER, self._gone, visitor)

    def _gone(self, visitor: Visitor) -> None:
        visitors = self._here.get(visitor.person, set())
        visitors.discard(visitor)
        if not visitors:
            self._here.pop(visitor.person, None)
            self._batches.add(visitor.person)

    async def _flush(self, people: set[Person]) -> None:
        """Write the rows of those who came, went, or look at something else."""
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
        looking = sorted({visitor.looking for visitor in self._here[person] if visitor.looking})
        return {"person": person, "process": self.process, "looking": looking, "seen": now}

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._sign_of_life(time.time())
            except Exception as fault:
                if not is_outage(fault):
                    _LOG.exception("no sign of life could be written")

    async def _sign_of_life(self, now: float) -> None:
        """Our rows are alive; those of processes that gave none for long are removed."""
        mine = update(presence).where(presence.c.process == self.process).values(seen=now)
        async with self.engine.begin() as connection:
            await connection.execute(mine)
            gone = await connection.execute(delete(presence).where(presence.c.seen < now - EXPIRY))
        if gone.rowcount:
            self.bus.publish(LOBBY, {})


async def online(connection: AsyncConnection, people: Collection[Person] | None = None) -> set[Person]:
    """Everyone who is here, or those of `people` who are."""
    wanted = select(presence.c.person).where(presence.c.seen >= time.time() - EXPIRY)
    if people is not None:
        wanted = wanted.where(presence.c.person.in_(people))
    return set(await connection.scalars(wanted))


async def looking(connection: AsyncConnection, people: Iterable[Person]) -> set[tuple[Person, str]]:
    """Who has which table in sight."""
    alive = presence.c.seen >= time.time() - EXPIRY
    wanted = select(presence.c.person, presence.c.looking).where(alive, presence.c.person.in_([*people]))
    return {(row.person, table) for row in await connection.execute(wanted) for table in row.looking}
