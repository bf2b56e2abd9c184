"""Sends open pages what concerns their person: games that wait, the lobby, phrases of the quick chat."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import msgspec
from sqlalchemy.ext.asyncio import AsyncEngine

from .accounts.blocks import blocked_by
from .bus.batches import Batches
from .bus.local import LOBBY, PERSON, SAID, TABLE, Bus, BusMessage
from .identity.cookies import Person
from .lobby.lists import Lists
from .lobby.online import OnlinePage, OnlinePeople
from .notifications.pending import waiting
from .process.flow_control import Outbox
from .process.supervisor import on_shutdown
from .protocol.hub import Here, Lobby, Said, Waiting

_PAUSE = 0.25  # seconds between two updates of what waits
_LOBBY_PAUSE = 0.5  # seconds between two updates of the lobby
_encoder = msgspec.json.Encoder()


class OpenPage(OnlinePage):
    """One open page of one person."""

    def __init__(self, person: Person, outbox: Outbox, here: Here | None = None) -> None:
        super().__init__(person)
        self.outbox = outbox
        self.here = here or Here()

    def send(self, message: Waiting | Lobby | Said) -> None:
        self.outbox.put(_encoder.encode(message))


class EventStream(OpenPage):
    """A program that reads events over HTTP. The server closes it when it ends."""


@dataclass(slots=True, eq=False)
class OpenPages:
    """An index of open pages."""

    _of: dict[Person, set[OpenPage]] = field(default_factory=lambda: defaultdict(set))
    _at: dict[str, set[OpenPage]] = field(default_factory=lambda: defaultdict(set))

    def add(self, page: OpenPage) -> None:
        self._of[page.person].add(page)
        if page.here.table is not None:
            self._at[page.here.table].add(page)

    def discard(self, page: OpenPage) -> None:
        _remove(self._of, page.person, page)
        if page.here.table is not None:
            _remove(self._at, page.here.table, page)

    def show(self, page: OpenPage, here: Here) -> None:
        """Note what a page shows now."""
        self.discard(page)
        page.here = here
        self.add(page)

    def of(self, person: Person) -> Iterable[OpenPage]:
        return [*self._of.get(person, ())]

    def at(self, table: str) -> Iterable[OpenPage]:
        return [*self._at.get(table, ())]

    def in_lobby(self) -> list[OpenPage]:
        return [page for pages in self._of.values() for page in pages if page.here.lobby]

    def streams(self) -> list[EventStream]:
        return [page for pages in self._of.values() for page in pages if isinstance(page, EventStream)]

    def count(self, person: Person) -> int:
        return len(self._of.get(person, ()))


@dataclass(slots=True, eq=False)
class Hub:
    """Knows the open pages of this process. It listens to the bus, reads the database, and sends."""

    engine: AsyncEngine
    bus: Bus
    online: OnlinePeople
    pages: OpenPages = field(default_factory=OpenPages)
    _people: Batches = field(init=False)
    _lobby: Batches = field(init=False)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._people = Batches(_PAUSE, self._send_waiting)
        self._lobby = Batches(_LOBBY_PAUSE, self._send_lobby)

    def start(self) -> None:
        self.bus.subscribe(PERSON, self._on_person)
        self.bus.subscribe(TABLE, self._on_table)
        self.bus.subscribe(LOBBY, lambda _: self.refresh_lobby())
        self.bus.subscribe(SAID, self._on_phrase)
        self._people.start()
        self._lobby.start()
        on_shutdown(self._end_streams)

    async def stop(self) -> None:
        await self._lobby.stop()
        await self._people.stop()

    def _end_streams(self) -> None:
        for stream in self.pages.streams():
            stream.outbox.drop()

    def refresh(self, person: Person) -> None:
        """Send a person's pages again what waits for them."""
        if self.pages.count(person):
            self._people.add(person)

    def refresh_lobby(self) -> None:
        """Send the lobby again to every page that shows it."""
        self._lobby.add("")

    @contextmanager
    def opened(self, page: OpenPage) -> Iterator[None]:
        """While a page is open, its person is online and gets messages there."""
        self.pages.add(page)
        self.online.enter(page)
        self.refresh(page.person)
        try:
            yield
        finally:
            self.pages.discard(page)
            self.online.leave(page)
            page.outbox.drop()

    def show(self, page: OpenPage, here: Here) -> None:
        """Note what a page shows now."""
        self.pages.show(page, here)
        self.online.look(page, here.table if here.visible else None)
        if here.lobby:
            self.refresh_lobby()

    def _on_table(self, message: BusMessage) -> None:
        """A move may have been made by somebody on this page: then the game no longer waits for them."""
        for page in self.pages.at(str(message["id"])):
            self.refresh(page.person)

    def _on_person(self, message: BusMessage) -> None:
        self.refresh(str(message["person"]))

    def _on_phrase(self, message: BusMessage) -> None:
        task = asyncio.create_task(self._send_phrase(message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send_waiting(self, people: set[Person]) -> None:
        here = [person for person in people if self.pages.count(person)]
        async with self.engine.connect() as connection:
            found = await waiting(connection, here) if here else {}
        for person, message in found.items():
            for page in self.pages.of(person):
                page.send(message)

    async def _send_lobby(self, _: set[str]) -> None:
        pages = self.pages.in_lobby()
        if not pages:
            return
        async with self.engine.connect() as connection:
            lists = await Lists.read(connection, [page.person for page in pages])
        for page in pages:
            page.send(lists.seen_by(page.person))

    async def _send_phrase(self, phrase: BusMessage) -> None:
        pages = self.pages.at(str(phrase["table"]))
        if not pages:
            return
        async with self.engine.connect() as connection:
            blockers = await blocked_by(connection, str(phrase["person"]))
        message = Said(table=str(phrase["table"]), seat=int(phrase["seat"]), phrase=str(phrase["phrase"]))
        for page in pages:
            if page.person not in blockers:
                page.send(message)


def _remove(index: dict[str, set[OpenPage]], key: str, page: OpenPage) -> None:
    pages = index.get(key)
    if pages is not None:
        pages.discard(page)
        if not pages:
            del index[key]
