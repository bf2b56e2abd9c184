"""Streams of events, one JSON object a line; an empty line now and then shows that the line is alive."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from axio.server.errors import Denied
from axio.server.hub.open_pages import Stream
from axio.server.identity.cookies import Person
from axio.server.protocol.site import Here
from axio.server.services import Services
from axio.server.table_socket.connection import Connection
from axio.server.table_socket.outbox import Outbox

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
    table = await services.game_service.table(name, person)
    connection = Connection(table, person, Outbox(services.settings.queue), services.game_service.clock)
    with services.hub.opened(Stream(person, connection.outbox, Here(table=name))):
        async with table.lock:
            if services.settings.shared:
                await services.game_service.catch_up(table)
            table.watchers.add(connection)
            connection.resynced()
        services.attendance.changed(table)
        try:
            async for line in _lines(connection.outbox):
                yield line
        finally:
            table.watchers.discard(connection)
            services.attendance.changed(table)


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
