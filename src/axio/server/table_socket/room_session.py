"""A browser that waits at a table for the deal."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import WebSocket

from axio.server.open_tables.waiting_room import OpenTables
from axio.server.protocol import Person
from axio.server.settings import Settings

_AGAIN = 30.0  # seconds until the table is looked at again, should news have been lost

_encoder = msgspec.json.Encoder()


async def wait_for_deal(
    socket: WebSocket[Any, Any, Any], rooms: OpenTables, settings: Settings, name: str, person: Person | None
) -> None:
    """Tell the browser who sits down until the table is dealt. WebSocketDisconnect if it goes away before.

    Its `hello` is heard here; whatever else it says is for a table that is dealt, and is not answered.
    """
    async with asyncio.timeout(settings.greeting):
        await socket.receive_text()
    telling = asyncio.create_task(_tell(socket, rooms, name, person, settings.write_timeout))
    hearing = asyncio.create_task(_hear(socket))
    try:
        await asyncio.wait({telling, hearing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (telling, hearing):
            task.cancel()
        outcomes = await asyncio.gather(telling, hearing, return_exceptions=True)
    for fault in outcomes:
        if isinstance(fault, Exception):
            raise fault


async def _tell(
    socket: WebSocket[Any, Any, Any], rooms: OpenTables, name: str, person: Person | None, timeout: float
) -> None:
    with rooms.waiting(name) as changed:
        while (room := await rooms.room(name, person)) is not None:
            async with asyncio.timeout(timeout):
                await socket.send_text(_encoder.encode(room).decode())
            try:
                await asyncio.wait_for(changed.wait(), _AGAIN)
            except TimeoutError:
                continue
            changed.clear()


async def _hear(socket: WebSocket[Any, Any, Any]) -> None:
    while True:
        await socket.receive_text()
