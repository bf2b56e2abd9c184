"""Thousands of sockets from one process: the least a client of the WebSocket protocol can be.

It reads frames only as far as their length and the first bytes, and masks with zeros, so that what is
measured is the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter
from urllib.parse import urlsplit

_SMALL, _MEDIUM = 125, 126


class Socket(asyncio.Protocol):
    """One socket. `heard` is called with every message: when it came, its first bytes, its length."""

    def __init__(
        self, path: str, host: str, cookie: str, heard: Callable[[Socket, float, bytes, int], None]
    ) -> None:
        self.request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {cookie}\r\n\r\n"
        )
        self.heard = heard
        self.open = asyncio.get_running_loop().create_future()
        self.lost = False
        self.buffer = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        if not self.open.done():
            self.open.set_exception(ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open.done():
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in self.buffer[:end]:
                self.transport.close()
                return
            del self.buffer[: end + 4]
            self.open.set_result(None)
        self._frames(perf_counter())

    def _frames(self, now: float) -> None:
        buffer, at = self.buffer, 0
        while len(buffer) >= at + 2:
            length, start = buffer[at + 1] & 127, at + 2
            if length == _MEDIUM:
                length, start = int.from_bytes(buffer[at + 2 : at + 4]), at + 4
            elif length > _MEDIUM:
                length, start = int.from_bytes(buffer[at + 2 : at + 10]), at + 10
            if len(buffer) < start + length:
                break
            kind = buffer[at] & 15
            if kind == 1:
                self.heard(self, now, bytes(buffer[start : start + 24]), length)
            elif kind == 9:
                self._frame(10, bytes(buffer[start : start + length]))
            at = start + length
        del buffer[:at]

    def send(self, text: str) -> None:
        self._frame(1, text.encode())

    def _frame(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = (
            bytes([0x80 | kind, 0x80 | size])
            if size <= _SMALL
            else bytes([0x80 | kind, 0xFE]) + size.to_bytes(2)
        )
        self.transport.write(head + b"\0\0\0\0" + payload)


async def opened(
    url: str, path: str, cookie: str, heard: Callable[[Socket, float, bytes, int], None]
) -> Socket:
    """A socket at an address such as http://127.0.0.1:8417."""
    where = urlsplit(url)
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: Socket(path, where.netloc, cookie, heard), where.hostname or "", where.port or 0
    )
    await socket.open
    return socket
