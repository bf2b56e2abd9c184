"""The socket of a table: `hello`, then commands in and news out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from .connection import Connection
from .faults import NotFound
from .house import House
from .limits import Bucket
from .session import Session
from .store import is_outage

_LOG = logging.getLogger(__name__)
NO_TABLE, TOO_SLOW, GOODBYE, LATER = 4404, 4408, 1000, 1013


@websocket("/api/tables/{name:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], house: House, name: str) -> None:
    """Everything at one table, for one browser."""
    person = house.signer.person(socket)
    await socket.accept()
    try:
        table = await house.hall.table(name, person)
    except NotFound as fault:
        await socket.close(NO_TABLE, fault.reason)
        return
    except Exception as fault:
        if not is_outage(fault):
            raise
        await socket.close(LATER, "outage")
        return
    settings = house.settings
    connection = Connection(table, person, settings.queue)
    session = Session(house.hall, house.driver, connection, Bucket(settings.messages, settings.burst))
    sending = asyncio.create_task(connection.send_all(socket.send_text, settings.write_timeout))
    hearing = asyncio.create_task(_listen(socket, session))
    try:
        await asyncio.wait({sending, hearing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        code = _code(connection, hearing)
        table.watchers.discard(connection)
        connection.drop()
        for task in (sending, hearing):
            task.cancel()
        await asyncio.gather(sending, hearing, return_exceptions=True)
        with contextlib.suppress(Exception):
            await socket.close(code)


def _code(connection: Connection, hearing: asyncio.Task[None]) -> int:
    """Why a socket is closed."""
    if connection.dropped or not hearing.done():
        return TOO_SLOW
    fault = None if hearing.cancelled() else hearing.exception()
    if fault is None:
        return GOODBYE
    if not is_outage(fault):
        _LOG.error("a socket failed", exc_info=fault)
    return LATER


async def _listen(socket: WebSocket[Any, Any, Any], session: Session) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while not session.connection.dropped:
            await session.hear(await socket.receive_text())
