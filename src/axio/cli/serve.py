"""`axio serve` and plain `axio`: the server on this machine or for others, and the browser on it."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Annotated

import typer

from axio.rules import Refused

from .manual import manual

HELP = manual(
    """Run the server: play in the browser, on this machine or for others.

    Games are kept in a file in your data folder; `--url` names another database.""",
    "axio serve --open",
    "axio serve --port 8123 --data games",
    "axio serve --host 0.0.0.0 # everyone who can reach this machine; each sees their own games",
)
USUAL_PORT = 8417  # tried first, so that a bookmark keeps working


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help=f"The port. Without it: {USUAL_PORT}, or any free one."),
    ] = None,
    data: Annotated[Path | None, typer.Option(help="The folder games are kept in.")] = None,
    url: Annotated[
        str | None,
        typer.Option(help="Another database than a file in that folder, as SQLAlchemy names it."),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser on it.")] = False,
) -> None:
    """Run the server until somebody ends it."""
    from axio.server.listening import run  # only here: the other commands start in a fraction of the time

    run(host, _listener(host, port), data, url, open_browser=open_browser)


def play() -> None:
    """What plain `axio` does: the server on this machine, and the browser on it."""
    serve(open_browser=True)


def _listener(host: str, port: int | None) -> socket.socket:
    from axio.server.listening import bound

    if port is not None:
        return bound(host, port)
    try:
        return bound(host, USUAL_PORT)
    except Refused:
        return bound(host, 0)
