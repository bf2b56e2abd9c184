"""uvicorn's WebSocket protocol with a shorter way out, and with less memory for each connection.

A message passes a task and six coroutines on its way from an application to the transport, in case it has to
wait because the transport is full. It seldom is, and then the application may write at once.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

WriteNow: TypeAlias = Callable[[bytes], bool]

EXTENSION = "axio"  # in the scope of a socket
_UNREAD = 1 << 17  # bytes that the system keeps for a slow reader; by itself it would keep megabytes
_ANSWERS = 1 << 20  # bytes of answers to pings that wait for a reader
_TEXT = 0x81  # the first byte of a whole message of text
_SMALL, _MEDIUM = 126, 1 << 16  # bytes from which a length is written in 2, and in 8


class Inbox:
    """The messages an application has not asked for yet: a tenth of the memory of an `asyncio.Queue`."""

    __slots__ = ("_awaited", "_messages")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._awaited: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(None)

    async def get(self) -> Any:
        """The next message. There is one reader."""
        while not self._messages:
            self._awaited = asyncio.get_running_loop().create_future()
            await self._awaited
            self._awaited = None
        return self._messages.pop(0)

    def empty(self) -> bool:
        return not self._messages


class Writable:
    """Whether a transport takes more. An `asyncio.Event` would keep a queue of those who wait."""

    __slots__ = ("_awaited", "_free")

    def __init__(self) -> None:
        self._free = True
        self._awaited: asyncio.Future[None] | None = None

    def is_set(self) -> bool:
        return self._free

    def set(self) -> None:
        self._free = True
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(None)

    def clear(self) -> None:
        self._free = False

    async def wait(self) -> None:
        """Return once there is room."""
        while not self._free:
            if self._awaited is None or self._awaited.done():
                self._awaited = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._awaited)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """One connection. The scope of its application leads to `write_now`."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.queue = Inbox()  # type: ignore[assignment]
        self.writable = Writable()  # type: ignore[assignment]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if (connection := transport.get_extra_info("socket")) is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNREAD)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = {"write": self.write_now}

    def start_keepalive(self) -> None:
        """The handshake is over: free what only it needed."""
        super().start_keepalive()
        del self.request, self.response
        self.scope["headers"] = []

    def send_receive_event_to_app(self) -> None:
        """Go on reading while the application has no other message to deal with."""
        untroubled = not self.read_paused and self.queue.empty()
        if untroubled:
            self.read_paused = True  # so that the transport is not paused
        super().send_receive_event_to_app()
        if untroubled:
            self.read_paused = False

    def handle_ping(self) -> None:
        """Answer it, unless the answers are never read."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > _ANSWERS:
            self.transport.abort()

    def write_now(self, text: bytes) -> bool:
        """Write a message of text to the transport; False if it has to wait for its turn in `send`."""
        if not self.writable.is_set() or self.conn.state is not OPEN or self.transport.is_closing():
            return False
        self.transport.write(_head(len(text)) + text)
        return True


def write_now_of(scope: Mapping[str, Any]) -> WriteNow | None:
    """The `write_now` of the connection with this scope; None on another server than ours."""
    found: WriteNow | None = scope.get("extensions", {}).get(EXTENSION, {}).get("write")
    return found


def _head(size: int) -> bytes:
    if size < _SMALL:
        return bytes((_TEXT, size))
    if size < _MEDIUM:
        return struct.pack("!BBH", _TEXT, 126, size)
    return struct.pack("!BBQ", _TEXT, 127, size)
