"""The socket of a table: `hello`, then commands in and news out."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from .connection import Connection
from .door import visitor
from .faults import NotFound
from .house import House
from .limits import Bucket
from .session import Session

NO_TABLE, TOO_SLOW, GOODBYE = 4404, 4408, 1000


@websocket("/api/tables/{name:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], house: House, name: str) -> None:
    """Everything at one table, for one browser."""
    person = visitor(socket)
    await socket.accept()
    try:
        table = await house.hall.table(name, person)
    except NotFound as fault:
        await socket.close(NO_TABLE, fault.reason)
        return
    settings = house.settings
    connection = Connection(table, person, settings.queue)
    session = Session(house.hall, house.driver, connection, Bucket(settings.messages, settings.burst))
    sending = asyncio.create_task(connection.send_all(socket.send_text, settings.write_timeout))
    hearing = asyncio.create_task(_listen(socket, session))
    try:
        await asyncio.wait({sending, hearing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        slow = connection.dropped or not hearing.done()
        table.watchers.discard(connection)
        connection.drop()
        for task in (sending, hearing):
            task.cancel()
        await asyncio.gather(sending, hearing, return_exceptions=True)
        with contextlib.suppress(Exception):
            await socket.close(TOO_SLOW if slow else GOODBYE)


async def _listen(socket: WebSocket[Any, Any, Any], session: Session) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while not session.connection.dropped:
            await session.hear(await socket.receive_text())
