"""The processes of a server: one that announces itself, several that are replaced when they die; shutdown."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import threading
from collections.abc import Callable
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, TypeAlias

import uvicorn
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.supervisors import Multiprocess

_LOG = logging.getLogger(__name__)
_Handler: TypeAlias = Callable[[int, FrameType | None], Any]


class SingleProcess(uvicorn.Server):
    """A server in this process that announces its address once it can be reached."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self.announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.announce()


class Supervisor(Multiprocess):
    """Servers in several processes that share a socket, and a folder for their metrics."""

    def __init__(
        self, config: uvicorn.Config, sockets: list[socket.socket], announce: Callable[[], None]
    ) -> None:
        super().__init__(config, sockets)
        self.announce = announce

    def run(self) -> None:
        with TemporaryDirectory(prefix="axio-") as counts:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = counts  # for those that are started
            super().run()

    def keep_subprocess_alive(self) -> None:
        before = {process.pid for process in self.processes}
        super().keep_subprocess_alive()
        for ended in before - {process.pid for process in self.processes}:
            _LOG.warning("process %s ended and was replaced", ended)
            mark_process_dead(ended, os.environ["PROMETHEUS_MULTIPROC_DIR"])  # type: ignore[no-untyped-call]

    def init_processes(self) -> None:
        super().init_processes()
        if all(
            each.wait_until_ready(2 * self.config.timeout_worker_healthcheck, self.should_exit)
            for each in self.processes
        ):
            self.announce()


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

    def handle(number: int, frame: FrameType | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(act)
        before(number, frame)

    return handle
