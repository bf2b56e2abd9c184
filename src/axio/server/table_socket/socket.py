"""The socket of a table: `hello`, then commands in and messages out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from axio.server.errors import NotDealt, NotFound
from axio.server.http.request_identity import socket_address, socket_person
from axio.server.open_tables.waiting_room import OpenTables
from axio.server.playing.live_table import LiveTable, Watcher
from axio.server.process.flow_control import Bucket, Outbox, Sending
from axio.server.process.metrics import SOCKETS
from axio.server.process.websocket import write_now_of
from axio.server.protocol import Person
from axio.server.services import Services
from axio.server.settings import Settings
from axio.server.store import is_outage

from .session import Session

_LOG = logging.getLogger(__name__)
_AGAIN = 30.0  # seconds until an open table is read again, should news have been lost
_SLOWLY = 0.2  # seconds before the next message is read
NO_TABLE, TOO_SLOW, GOODBYE, LATER = 4404, 4408, 1000, 1013

_encoder = msgspec.json.Encoder()


@websocket("/api/tables/{name:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], services: Services, name: str) -> None:
    """One browser at one table: it waits for the deal, if the table is open, then it plays or watches."""
    person = socket_person(socket)
    await socket.accept()
    try:
        live, greeted = await _table(socket, services, name, person)
    except NotFound as fault:
        await socket.close(NO_TABLE, fault.reason)
    except TimeoutError:
        await socket.close(TOO_SLOW)
    except WebSocketDisconnect:
        pass
    except Exception as fault:
        if not is_outage(fault):
            raise
        await socket.close(LATER, "outage")
    else:
        await _attend(socket, services, live, person, greeted=greeted)


async def _table(
    socket: WebSocket[Any, Any, Any], services: Services, name: str, person: Person | None
) -> tuple[LiveTable, bool]:
    """The dealt table, and whether the browser sent `hello` while it waited for the deal."""
    try:
        return await services.game_service.live(name, person), False
    except NotDealt:
        await _wait_for_deal(socket, services.open_tables, services.settings, name, person)
        return await services.game_service.live(name, person), True


async def _wait_for_deal(
    socket: WebSocket[Any, Any, Any],
    open_tables: OpenTables,
    settings: Settings,
    name: str,
    person: Person | None,
) -> None:
    """Tell the browser who sits down until the table is dealt. WebSocketDisconnect if it goes away before.

    Its `hello` is heard here; whatever else it says is for a table that is dealt, and is not answered.
    """
    async with asyncio.timeout(settings.greeting):
        await socket.receive_text()
    telling = asyncio.create_task(_send_room(socket, open_tables, name, person, settings.write_timeout))
    hearing = asyncio.create_task(_ignore(socket, Bucket(settings.messages, settings.burst)))
    try:
        await asyncio.wait({telling, hearing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (telling, hearing):
            task.cancel()
        outcomes = await asyncio.gather(telling, hearing, return_exceptions=True)
    for fault in outcomes:
        if isinstance(fault, Exception):
            raise fault


async def _send_room(
    socket: WebSocket[Any, Any, Any],
    open_tables: OpenTables,
    name: str,
    person: Person | None,
    timeout: float,
) -> None:
    with open_tables.waiting(name) as changed:
        while (room := await open_tables.room(name, person)) is not None:
            async with asyncio.timeout(timeout):
                await socket.send_text(_encoder.encode(room).decode())
            try:
                await asyncio.wait_for(changed.wait(), _AGAIN)
            except TimeoutError:
                continue
            changed.clear()


async def _ignore(socket: WebSocket[Any, Any, Any], bucket: Bucket) -> None:
    """Read on, or the browser's goodbye is not heard; one that says too much is read slowly."""
    while True:
        await socket.receive_text()
        if not bucket.take():
            await asyncio.sleep(_SLOWLY)


async def _attend(
    socket: WebSocket[Any, Any, Any],
    services: Services,
    live: LiveTable,
    person: Person | None,
    *,
    greeted: bool,
) -> None:
    settings = services.settings
    watcher = Watcher(live, person, Outbox(settings.queue))
    session = Session(
        services.game_service,
        services.bot_driver,
        services.premoves,
        services.attendance,
        watcher,
        Bucket(settings.messages, settings.burst),
        services.limits.messages.of(_sender(socket, live, person)),
    )
    code = LATER
    try:
        SOCKETS.inc()
        write_now = write_now_of(socket.scope)
        async with Sending(watcher.outbox, socket.send_text, settings.write_timeout, write_now):
            if greeted:
                await session.welcome(None)
            await _listen(socket, session, None if greeted else settings.greeting)
        code = TOO_SLOW if watcher.outbox.dropped else GOODBYE
    except TimeoutError:
        code = TOO_SLOW
    except Exception as fault:
        if not is_outage(fault):
            _LOG.exception("a socket failed")
    finally:
        SOCKETS.dec()
        live.watchers.discard(watcher)
        services.attendance.changed(live)
        watcher.outbox.drop()
        with contextlib.suppress(Exception):
            await socket.close(code)


def _sender(socket: WebSocket[Any, Any, Any], live: LiveTable, person: Person | None) -> str:
    """Whose messages are counted together: a player's, or those of all who look on from one address.

    So a crowd of spectators does not use up what a player at the same address may send.
    """
    return person if person is not None and live.table.sat(person) else socket_address(socket)


async def _listen(socket: WebSocket[Any, Any, Any], session: Session, greeting: float | None) -> None:
    """Listen until the browser is gone; TimeoutError if it never sends anything."""
    with contextlib.suppress(WebSocketDisconnect):
        if greeting is not None:
            async with asyncio.timeout(greeting):
                first = await socket.receive_text()
            await session.hear(first)
        while not session.watcher.outbox.dropped:
            await session.hear(await socket.receive_text())
