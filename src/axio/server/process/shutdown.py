"""Hearing that the process is to end while there is still time: before the server waits for open answers."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeAlias

_Handler: TypeAlias = Callable[[int, FrameType | None], Any]


def on_ending(act: Callable[[], None]) -> None:
    """Have `act` called in this loop at the first signal; whoever listened before hears it too."""
    if threading.current_thread() is not threading.main_thread():
        return  # signals come to the main thread alone, and so does whoever runs a server
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)
        if callable(before):
            signal.signal(number, _handler(loop, act, before))


def _handler(loop: asyncio.AbstractEventLoop, act: Callable[[], None], before: _Handler) -> _Handler:
    """A plain function: `signal` wants the text of what it replaces, and a whole server's takes seconds."""

    def heard(number: int, frame: FrameType | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(act)
        before(number, frame)

    return heard
