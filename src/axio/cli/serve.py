"""`axio serve` and plain `axio`: the server on this machine or for others, and the browser on it."""

from __future__ import annotations

import asyncio
import errno
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated, Optional

import typer
import uvicorn
from platformdirs import user_data_path

from axio.rules import AxioError, Refused
from axio.server.app import make_app
from axio.server.settings import Settings, sqlite_url
from axio.server.store import open_store

from .faults import BAD_INPUT, complain
from .manual import manual

HELP = manual(
    """Run the server: play in the browser, on this machine or for others.

    Games are kept in a file in your data folder; `--url` names another database.""",
    "axio serve --open",
    "axio serve --port 8123 --data games",
    "axio serve --host 0.0.0.0 # everyone who can reach this machine; each sees their own games",
)
PORT = 8417  # where plain `axio` tries first, so that a bookmark keeps working
_GRACE = 2  # seconds for open connections at the end


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any free one.")] = PORT,
    data: Annotated[Optional[Path], typer.Option(help="The folder games are kept in.")] = None,  # noqa: UP045
    url: Annotated[Optional[str], typer.Option(help="Another database, as SQLAlchemy names it.")] = None,  # noqa: UP045
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = False,
) -> None:
    """Run the server: play in the browser."""
    run(host, _bound(host, port), data, url, open_browser=open_browser)


def play(port: int | None = None, data: Path | None = None, *, open_browser: bool = True) -> None:
    """Start the server on this machine and open the browser on it; on the usual port if it is free."""
    host = "127.0.0.1"
    if port is None:
        try:
            listener = _bound(host, PORT)
        except Refused:
            listener = _bound(host, 0)
    else:
        listener = _bound(host, port)
    run(host, listener, data, None, open_browser=open_browser)


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


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
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
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{listener.getsockname()[1]}/"


def main() -> None:
    """`python -m axio.cli.serve`: the command alone, without the others."""
    app = typer.Typer(add_completion=False)
    app.command()(serve)
    try:
        app()
    except AxioError as fault:
        complain(fault)
        sys.exit(BAD_INPUT)


if __name__ == "__main__":
    main()
