"""Connections that end when a request takes too long to arrive, or its answer to be read."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .limits import Places

_UNFINISHED = (h11.IDLE, h11.SEND_BODY)  # the client still owes a request, or the rest of one
_READING = 3  # times as long as a request may take, an answer may


class TimedH11Protocol(H11Protocol):
    """Uvicorn's protocol waits without end for the rest of a request, and for a client that reads nothing."""

    def __init__(self, *args: Any, request_time: float, connections: Places, **more: Any) -> None:
        super().__init__(*args, **more)
        self._request_time = request_time
        self._places = connections  # by address; a web socket counts elsewhere
        self._place = ExitStack()
        self._upgraded = False
        self._receiving = _Deadline()
        self._sending = _Deadline()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        super().connection_made(transport)
        if not self._place.enter_context(self._places.taken(self.client[0] if self.client else "")):
            transport.abort()
        self._expect()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._place.close()
        self._receiving.stop()
        self._sending.stop()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._place.close()
        self._upgraded = True
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._sending.start(_READING * self._request_time, self.transport)

    def resume_writing(self) -> None:
        self._sending.stop()
        super().resume_writing()

    def _expect(self) -> None:
        """Wait for the rest of a request, from its first byte on, or no longer."""
        if self.conn.their_state in _UNFINISHED and not self._upgraded:
            self._receiving.start(self._request_time, self.transport)
        else:
            self._receiving.stop()


class _Deadline:
    """Ends a connection unless it is stopped in time."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def start(self, seconds: float, transport: asyncio.Transport) -> None:
        """From now on, if it does not run yet."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
