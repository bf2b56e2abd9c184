"""Streams of events, one JSON object a line; an empty line now and then shows that the line is alive."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from axio.server.faults import Denied
from axio.server.house import House
from axio.server.people.identity import Person
from axio.server.protocol.site import Here
from axio.server.site.pages import Stream
from axio.server.wire.connection import Connection
from axio.server.wire.outbox import Outbox

ALIVE = 8.0  # seconds between signs of life
_MOST = 64  # streams of one person


async def events(house: House, person: Person) -> AsyncIterator[bytes]:
    """What waits for this person: what a page of theirs would be told."""
    page = Stream(person, Outbox(house.settings.queue))
    with house.site.opened(page):
        async for line in _lines(page.outbox):
            yield line


async def game(house: House, person: Person, name: str) -> AsyncIterator[bytes]:
    """Everything that happens at a table, as the person at the seat is told, and what is said there."""
    table = await house.hall.table(name, person)
    connection = Connection(table, person, Outbox(house.settings.queue), house.hall.clock)
    with house.site.opened(Stream(person, connection.outbox, Here(table=name))):
        async with table.lock:
            if house.settings.shared:
                await house.hall.catch_up(table)
            table.watchers.add(connection)
            connection.resynced()
        house.attendance.changed(table)
        try:
            async for line in _lines(connection.outbox):
                yield line
        finally:
            table.watchers.discard(connection)
            house.attendance.changed(table)


def check_streams(house: House, person: Person) -> None:
    if house.site.pages.count(person) >= _MOST:
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
