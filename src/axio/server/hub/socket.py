"""The site's socket: the page says what it shows, and hears what concerns its person."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from axio.server.errors import NotDealt, NotFound
from axio.server.http.request_identity import visitor
from axio.server.process.rate_limits import Bucket
from axio.server.protocol.site import ToSite
from axio.server.services import Services
from axio.server.table_socket.outbox import Outbox

from .open_pages import Page

NOBODY, TOO_SLOW, TOO_MUCH, GOODBYE = 4401, 4408, 4429, 1000
_MESSAGES, _BURST = 2.0, 20  # a second in the long run, and at once

_decoder: msgspec.json.Decoder[ToSite] = msgspec.json.Decoder(ToSite)


@websocket("/api/socket")
async def site_socket(socket: WebSocket[Any, Any, Any], services: Services) -> None:
    """Everything a person is told, whatever page is open."""
    person = visitor(socket)
    await socket.accept()
    if person is None:
        await socket.close(NOBODY, "no cookie")
        return
    page = Page(person, Outbox(services.settings.queue))
    with services.hub.opened(page):
        sending = asyncio.create_task(page.outbox.send_all(socket.send_text, services.settings.write_timeout))
        hearing = asyncio.create_task(_listen(socket, services, page))
        try:
            await asyncio.wait({sending, hearing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, hearing):
                task.cancel()
            ended = await asyncio.gather(sending, hearing, return_exceptions=True)
            with contextlib.suppress(Exception):
                await socket.close(ended[1] if isinstance(ended[1], int) else TOO_SLOW)


async def _listen(socket: WebSocket[Any, Any, Any], services: Services, page: Page) -> int:
    """Until the page goes, or talks too much or nonsense; the code to close with."""
    bucket = Bucket(_MESSAGES, _BURST)
    with contextlib.suppress(WebSocketDisconnect, msgspec.MsgspecError):
        while True:
            text = await socket.receive_text()
            if not bucket.take():
                return TOO_MUCH
            await _show(services, page, _decoder.decode(text))
    return GOODBYE


async def _show(services: Services, page: Page, here: ToSite) -> None:
    """The page shows something else now."""
    table = here.table if here.table and await _may_see(services, page, here.table) else None
    services.hub.show(page, msgspec.structs.replace(here, table=table))


async def _may_see(services: Services, page: Page, table: str) -> bool:
    try:
        await services.game_service.table(table, page.person)
    except NotDealt:
        return True
    except NotFound:
        return False
    return True
