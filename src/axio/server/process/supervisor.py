"""The processes of a server: one that says when it can be reached, or several, replaced when they die."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable
from tempfile import TemporaryDirectory

import uvicorn
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.supervisors import Multiprocess

_LOG = logging.getLogger(__name__)


class One(uvicorn.Server):
    """A server that says where it is once it can be reached."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self.announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.announce()


class Several(Multiprocess):
    """Servers in processes of their own that share a socket, and a folder for what they count."""

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
