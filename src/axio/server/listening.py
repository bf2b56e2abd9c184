"""A socket to listen on, a folder to keep games in, and the server that uses both."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import socket
import threading
import webbrowser
from ipaddress import ip_address
from pathlib import Path

import uvicorn
from platformdirs import user_data_path

from axio.rules import Refused

from .app import make_app
from .settings import Settings, sqlite_url
from .store import open_store

_GRACE = 2  # seconds for open connections at the end


def run(
    host: str, listener: socket.socket, data: Path | None, url: str | None, *, open_browser: bool
) -> None:
    """Serve on a socket that is bound already, until somebody ends it."""
    settings = Settings(url=url or sqlite_url(_folder(data)), host=host)
    asyncio.run(_prepare(settings.url))
    config = uvicorn.Config(
        make_app(settings),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=1 << 16,
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
    )
    server = _Announcing(config, _address(host, listener), open_browser=open_browser)
    with contextlib.suppress(KeyboardInterrupt):  # the usual way to end it
        server.run(sockets=[listener])
    if not server.started:
        raise Refused("the server could not start")


async def _prepare(url: str) -> None:
    """Make or migrate the database before anything is promised; Refused in one sentence if it cannot be."""
    await (await open_store(url)).dispose()


class _Announcing(uvicorn.Server):
    """A server that says where it is once it can be reached."""

    def __init__(self, config: uvicorn.Config, address: str, *, open_browser: bool) -> None:
        super().__init__(config)
        self.address = address
        self.open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            gc.collect()
            gc.freeze()  # what a start leaves is here to stay: looking through it again costs 100 ms a time
            print(f"Axio is at {self.address} (Ctrl+C ends it)", flush=True)
            if self.open_browser:
                threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()


def _folder(data: Path | None) -> Path:
    """The data folder, made if need be; Refused if nothing can be written there."""
    folder = data or user_data_path("axio", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".probe"
        probe.touch()
        probe.unlink()
    except OSError as fault:
        raise Refused(
            f"the data folder {folder} cannot be written to ({fault.strerror}): name another with --data"
        ) from None
    return folder


def bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, or asyncio leaves Nagle's algorithm on and every second message waits 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows: or two servers could share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(1024)
    except OSError as fault:
        listener.close()
        if fault.errno == errno.EADDRINUSE:
            raise Refused(f"port {port} is taken: name another with --port, or 0 for any free one") from None
        raise Refused(f"cannot listen on {host}, port {port}: {fault.strerror or fault}") from None
    return listener


def _address(host: str, listener: socket.socket) -> str:
    with contextlib.suppress(ValueError):
        if ip_address(host).is_unspecified:  # every address of this machine, this one included
            host = "127.0.0.1"
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{listener.getsockname()[1]}/"
