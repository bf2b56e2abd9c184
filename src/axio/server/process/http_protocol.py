"""HTTP connections that end when a request takes too long to arrive."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_UNFINISHED = (h11.IDLE, h11.SEND_BODY)  # the client still owes a request, or the rest of one


class TimedH11Protocol(H11Protocol):
    """Uvicorn's protocol waits without end for the rest of a request, if any byte of it has come."""

    def __init__(self, *args: Any, request_time: float, **more: Any) -> None:
        super().__init__(*args, **more)
        self._request_time = request_time
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _expect(self) -> None:
        """Wait for the rest of a request, from its first byte on, or no longer."""
        if self.conn.their_state not in _UNFINISHED:
            self._stop_waiting()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(self._request_time, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
