"""Calls back on SIGTERM and SIGINT, before the server waits for open responses to finish."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeAlias

_Handler: TypeAlias = Callable[[int, FrameType | None], Any]


def on_shutdown(act: Callable[[], None]) -> None:
    """Call `act` in this loop at the first signal; the handler that was there before is called too."""
    if threading.current_thread() is not threading.main_thread():
        return  # signals come to the main thread only, where the server runs
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)
        if callable(before):
            signal.signal(number, _handler(loop, act, before))


def _handler(loop: asyncio.AbstractEventLoop, act: Callable[[], None], before: _Handler) -> _Handler:
    """A plain function: `signal` makes a text of what it replaces, which takes seconds for a method."""

    def heard(number: int, frame: FrameType | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(act)
        before(number, frame)

    return heard
