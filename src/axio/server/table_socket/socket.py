"""The socket of a table: `hello`, then commands in and news out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from axio.server.errors import NotDealt, NotFound
from axio.server.http.request_identity import socket_person
from axio.server.playing.live_table import LiveTable, Watcher
from axio.server.process.flow_control import Bucket, Outbox, Sending
from axio.server.process.metrics import SOCKETS
from axio.server.protocol import Person
from axio.server.services import Services
from axio.server.store import is_outage

from .room_session import wait_for_deal
from .session import Session

_LOG = logging.getLogger(__name__)
NO_TABLE, TOO_SLOW, GOODBYE, LATER = 4404, 4408, 1000, 1013


@websocket("/api/tables/{name:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], services: Services, name: str) -> None:
    """Everything at one table, for one browser: first the waiting for the deal, if need be, then the game."""
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
    """The table, dealt, and whether the browser said hello already while it waited for that."""
    try:
        return await services.game_service.live(name, person), False
    except NotDealt:
        await wait_for_deal(socket, services.open_tables, services.settings, name, person)
        return await services.game_service.live(name, person), True


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
    bucket = Bucket(settings.messages, settings.burst)
    session = Session(
        services.game_service, services.bot_driver, services.premoves, services.attendance, watcher, bucket
    )
    code = LATER
    try:
        SOCKETS.inc()
        async with Sending(watcher.outbox, socket.send_text, settings.write_timeout):
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


async def _listen(socket: WebSocket[Any, Any, Any], session: Session, greeting: float | None) -> None:
    """Until the browser is gone; TimeoutError if it never says anything."""
    with contextlib.suppress(WebSocketDisconnect):
        if greeting is not None:
            async with asyncio.timeout(greeting):
                first = await socket.receive_text()
            await session.hear(first)
        while not session.watcher.outbox.dropped:
            await session.hear(await socket.receive_text())
