"""Hearing that the process is to end while there is still time: before the server waits for open answers."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any


def on_ending(act: Callable[[], None]) -> None:
    """Have `act` called in this loop at the first signal; whoever listened before hears it too."""
    if threading.current_thread() is not threading.main_thread():
        return  # signals come to the main thread alone, and so does whoever runs a server
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)
        if callable(before):
            signal.signal(number, partial(_heard, loop, act, before))


def _heard(
    loop: asyncio.AbstractEventLoop,
    act: Callable[[], None],
    before: Callable[[int, FrameType | None], Any],
    number: int,
    frame: FrameType | None,
) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(act)
    before(number, frame)
