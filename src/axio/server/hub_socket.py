"""The socket every page opens: the page says what it shows, and gets what concerns its person."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from .errors import NotDealt, NotFound
from .http.request_identity import socket_person
from .hub import OpenPage
from .process.flow_control import Bucket, Outbox
from .protocol.hub import ToSite
from .services import Services

NOBODY, TOO_SLOW, TOO_MUCH, GOODBYE = 4401, 4408, 4429, 1000
_MESSAGES, _BURST = 2.0, 20  # messages a second on average, and at once

_decoder: msgspec.json.Decoder[ToSite] = msgspec.json.Decoder(ToSite)


@websocket("/api/socket")
async def hub_socket(socket: WebSocket[Any, Any, Any], services: Services) -> None:
    """Send everything that concerns a person, whatever the page shows."""
    person = socket_person(socket)
    await socket.accept()
    if person is None:
        await socket.close(NOBODY, "no cookie")
        return
    page = OpenPage(person, Outbox(services.settings.queue))
    with services.hub.opened(page):
        sending = asyncio.create_task(page.outbox.send_all(socket.send_text, services.settings.write_timeout))
        listening = asyncio.create_task(_listen(socket, services, page))
        try:
            await asyncio.wait({sending, listening}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, listening):
                task.cancel()
            ended = await asyncio.gather(sending, listening, return_exceptions=True)
            with contextlib.suppress(Exception):
                await socket.close(ended[1] if isinstance(ended[1], int) else TOO_SLOW)


async def _listen(socket: WebSocket[Any, Any, Any], services: Services, page: OpenPage) -> int:
    """Read messages until the page leaves, sends too many or a malformed one; return the close code."""
    bucket = Bucket(_MESSAGES, _BURST)
    with contextlib.suppress(WebSocketDisconnect, msgspec.MsgspecError):
        while True:
            text = await socket.receive_text()
            if not bucket.take():
                return TOO_MUCH
            await _show(services, page, _decoder.decode(text))
    return GOODBYE


async def _show(services: Services, page: OpenPage, here: ToSite) -> None:
    """Note what the page shows now, if its person may see that table."""
    table = here.table if here.table and await _may_see(services, page, here.table) else None
    services.hub.show(page, msgspec.structs.replace(here, table=table))


async def _may_see(services: Services, page: OpenPage, table: str) -> bool:
    try:
        await services.game_service.table(table, page.person)
    except NotDealt:
        return True
    except NotFound:
        return False
    return True
