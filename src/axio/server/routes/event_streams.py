"""Streams of events, one JSON object a line; an empty line now and then shows that the line is alive."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from axio.server.errors import Denied
from axio.server.hub.open_pages import Stream
from axio.server.identity.cookies import Person
from axio.server.playing.live_table import Watcher
from axio.server.process.flow_control import Outbox
from axio.server.protocol.hub import Here
from axio.server.services import Services

ALIVE = 8.0  # seconds between signs of life
_MOST = 64  # streams of one person


async def events(services: Services, person: Person) -> AsyncIterator[bytes]:
    """What waits for this person: what a page of theirs would be told."""
    page = Stream(person, Outbox(services.settings.queue))
    with services.hub.opened(page):
        async for line in _lines(page.outbox):
            yield line


async def game(services: Services, person: Person, name: str) -> AsyncIterator[bytes]:
    """Everything that happens at a table, as the person at the seat is told, and what is said there."""
    live = await services.game_service.live(name, person)
    watcher = Watcher(live, person, Outbox(services.settings.queue))

    def join() -> None:
        live.watchers.add(watcher)
        watcher.resync()

    with services.hub.opened(Stream(person, watcher.outbox, Here(table=name))):
        await services.game_service.watch(live, join)
        services.attendance.changed(live)
        try:
            async for line in _lines(watcher.outbox):
                yield line
        finally:
            live.watchers.discard(watcher)
            services.attendance.changed(live)


def check_streams(services: Services, person: Person) -> None:
    if services.hub.pages.count(person) >= _MOST:
        raise Denied("too_many_streams", most=_MOST)


async def _lines(outbox: Outbox) -> AsyncIterator[bytes]:
    while True:
        try:
            async with asyncio.timeout(ALIVE):
                message = await outbox.get()
        except TimeoutError:
            yield b"\n"
            continue
        if message is None:
            return
        yield message + b"\n"
