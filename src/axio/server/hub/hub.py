"""Everything that concerns people rather than tables, put together: who is here, and who is told what."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlalchemy.ext.asyncio import AsyncEngine

from axio.server.bus.batches import Batches
from axio.server.bus.local import LOBBY, PERSON, SAID, TABLE, Bus, News
from axio.server.identity.cookies import Person, Signer
from axio.server.lobby.blocks import blocked_by
from axio.server.lobby.lists import Lists
from axio.server.lobby.online import Presence
from axio.server.lobby.phrases import Mouth
from axio.server.notifications.mail_digest import Digest
from axio.server.notifications.notifier import Notifier
from axio.server.notifications.pending import waiting
from axio.server.notifications.push import Pusher
from axio.server.notifications.smtp import MailServer
from axio.server.process.shutdown import on_ending
from axio.server.protocol.site import Here, Said
from axio.server.settings import Settings

from .open_pages import Page, Pages

_PAUSE = 0.25  # seconds in which news for many pages are gathered
_LOBBY_PAUSE = 0.5


@dataclass(slots=True, eq=False)
class Hub:
    settings: Settings
    engine: AsyncEngine
    bus: Bus
    signer: Signer
    push_key: bytes = b""
    pages: Pages = field(default_factory=Pages)
    presence: Presence = field(init=False)
    notifier: Notifier | None = None
    mail_server: MailServer | None = None
    mouth: Mouth = field(default_factory=Mouth)
    _digest: Digest | None = None
    _persons: Batches = field(init=False)
    _lobby: Batches = field(init=False)
    _telling: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        settings = self.settings
        self.presence = Presence(self.engine, self.bus)
        self._persons = Batches(_PAUSE, self._tell_persons)
        self._lobby = Batches(_LOBBY_PAUSE, self._tell_lobby)
        if settings.smtp is not None:
            self.mail_server = MailServer.from_url(settings.smtp)
            self._digest = Digest(
                self.engine,
                self.mail_server,
                self.signer,
                self.address,
                settings.mail_hours,
                settings.mail_settle,
                settings.mail_pause,
            )

    @property
    def address(self) -> str:
        """Where the pages are, as links in letters name it."""
        return (self.settings.public_url or "http://localhost").rstrip("/")

    @property
    def contact(self) -> str:
        """Whom a push service may turn to, should this server misbehave."""
        if self.address.startswith("https://"):
            return self.address
        sender = self.mail_server.sender if self.mail_server else "nobody@localhost"
        return f"mailto:{sender}"

    def start(self) -> None:
        settings = self.settings
        pusher = Pusher(self.engine, self.push_key, self.contact, settings.push_waits)
        self.notifier = Notifier(self.engine, self.bus, pusher, settings.push_pause)
        self.bus.subscribe(PERSON, self._heard_of_person)
        self.bus.subscribe(TABLE, self._heard_of_table)
        self.bus.subscribe(LOBBY, lambda _: self.refresh_lobby())
        self.bus.subscribe(SAID, self._heard_phrase)
        for part in (self.presence, self.notifier, self._persons, self._lobby, self._digest):
            if part is not None:
                part.start()
        on_ending(self._end_streams)

    async def stop(self) -> None:
        for part in (self._digest, self._lobby, self._persons, self.notifier, self.presence):
            if part is not None:
                await part.stop()

    def _end_streams(self) -> None:
        for stream in self.pages.streams():
            stream.outbox.drop()

    def refresh(self, person: Person) -> None:
        """Tell a person's pages again what waits."""
        if self.pages.count(person):
            self._persons.add(person)

    @contextmanager
    def opened(self, page: Page) -> Iterator[None]:
        """While a page is open, its person is here, and is told what concerns them."""
        self.pages.add(page)
        self.presence.enter(page)
        self.refresh(page.person)
        try:
            yield
        finally:
            self.pages.discard(page)
            self.presence.leave(page)
            page.outbox.drop()

    def show(self, page: Page, here: Here) -> None:
        """A page shows something else now."""
        self.pages.show(page, here)
        self.presence.look(page, here.table if here.visible else None)
        if here.lobby:
            self.refresh_lobby()

    def refresh_lobby(self) -> None:
        self._lobby.add("")

    def _heard_of_table(self, news: News) -> None:
        """Whoever looks on may have made the move: then it waits for them no more."""
        for page in self.pages.at(str(news["id"])):
            self.refresh(page.person)

    def _heard_of_person(self, news: News) -> None:
        self.refresh(str(news["person"]))

    async def _tell_persons(self, people: set[Person]) -> None:
        here = [person for person in people if self.pages.count(person)]
        async with self.engine.connect() as connection:
            found = await waiting(connection, here) if here else {}
        for person, message in found.items():
            for page in self.pages.of(person):
                page.tell(message)

    async def _tell_lobby(self, _: set[str]) -> None:
        pages = self.pages.in_lobby()
        if not pages:
            return
        async with self.engine.connect() as connection:
            lists = await Lists.read(connection, [page.person for page in pages])
        for page in pages:
            page.tell(lists.seen_by(page.person))

    def _heard_phrase(self, news: News) -> None:
        task = asyncio.create_task(self._pass_on(news))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _pass_on(self, news: News) -> None:
        pages = self.pages.at(str(news["table"]))
        if not pages:
            return
        async with self.engine.connect() as connection:
            deaf = await blocked_by(connection, str(news["person"]))
        message = Said(table=str(news["table"]), seat=int(news["seat"]), phrase=str(news["phrase"]))
        for page in pages:
            if page.person not in deaf:
                page.tell(message)
