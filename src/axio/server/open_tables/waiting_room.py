"""Open tables in this process: the browsers that wait there, and what each of them sees before the deal."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.rules.proof import commitment_of
from axio.server import store
from axio.server.bus.local import LOBBY, MISSED, PERSON, TABLE, Bus, BusMessage
from axio.server.errors import NotFound
from axio.server.identity.cookies import Person
from axio.server.playing.bot_driver import BotDriver
from axio.server.playing.game_service import GameService
from axio.server.playing.replays import Replays
from axio.server.protocol import Room, RoomSeat
from axio.server.table.terms import OPEN
from axio.server.table_store.queries import terms_of

from .repository import OPEN_SEAT, may_take, seats_of


@dataclass(slots=True, eq=False)
class OpenTables:
    """What the functions of this package share, and the browsers of this process that wait for a deal."""

    engine: AsyncEngine
    bus: Bus
    game_service: GameService
    bot_driver: BotDriver
    replays: Replays
    _waiting: dict[str, set[asyncio.Event]] = field(default_factory=lambda: defaultdict(set))
    _creating: WeakValueDictionary[Person, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    def __post_init__(self) -> None:
        self.bus.subscribe(TABLE, self._on_table)
        self.bus.subscribe(MISSED, self._on_missed)

    def creating(self, person: Person) -> asyncio.Lock:
        """Held while a person creates a table in this process."""
        return self._creating.setdefault(person, asyncio.Lock())

    @contextmanager
    def waiting(self, table: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever something changed at the table."""
        changed = asyncio.Event()
        self._waiting[table].add(changed)
        try:
            yield changed
        finally:
            self._waiting[table].discard(changed)
            if not self._waiting[table]:
                del self._waiting[table]

    def changed(self, table: str, people: set[Person], *, listed: bool = False) -> None:
        """Announce a commit: to the table, to `people` it concerns, and to the lobby if it is `listed`."""
        self.bus.publish(TABLE, {"id": table, "seq": 0})
        if listed:
            self.bus.publish(LOBBY, {})
        for person in people:
            self.bus.publish(PERSON, {"person": person, "table": table})

    async def begin(self, table: str) -> None:
        """After the deal: a bot may be the first to move."""
        self.bot_driver.wake(await self.game_service.table_cache.find(table))

    def _on_table(self, message: BusMessage) -> None:
        for event in self._waiting.get(str(message["id"]), ()):
            event.set()

    def _on_missed(self, _: BusMessage) -> None:
        for events in self._waiting.values():
            for event in events:
                event.set()

    async def room(self, name: str, person: Person | None) -> Room | None:
        """What this person sees of the table before the deal; None after it."""
        async with self.engine.connect() as connection:
            found = select(store.tables).where(store.tables.c.id == name)
            table = (await connection.execute(found)).first()
            if table is None:
                raise NotFound("no_such_table")
            seats = await seats_of(connection, name)
        return None if table.seed else room_of(table, seats, person)


def room_of(table: Any, seats: Any, person: Person | None) -> Room:
    terms = terms_of(table)
    sits = person is not None and any(seat.person == person for seat in seats)
    return Room(
        game=table.game,
        seats=[_seat(seat, person, sits=sits, listed=terms.visibility == OPEN) for seat in seats],
        clock=terms.clock,
        rated=terms.rated,
        visibility=terms.visibility,
        substitute=terms.substitute,
        commitment=commitment_of(bytes(table.secret)).hex(),
        invite=terms.invite if sits or person == table.owner else None,
        mine=person == table.owner,
    )


def _seat(seat: Any, person: Person | None, *, sits: bool, listed: bool) -> RoomSeat:
    kept = seat.kind == OPEN_SEAT and seat.person is not None
    return RoomSeat(
        name=seat.name,
        kind=seat.kind,
        bot=seat.bot,
        program=seat.program,
        mine=seat.kind == "person" and seat.person == person,
        kept=kept,
        mine_to_take=may_take(seat, person) and (listed or kept),
    )
