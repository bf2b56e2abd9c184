"""`axio serve` and plain `axio`: the server on this machine or for others, and the browser on it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Optional

import typer

from axio.rules import AxioError, Refused
from axio.server.listening import bound, run

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


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any free one.")] = PORT,
    data: Annotated[Optional[Path], typer.Option(help="The folder games are kept in.")] = None,  # noqa: UP045
    url: Annotated[Optional[str], typer.Option(help="Another database, as SQLAlchemy names it.")] = None,  # noqa: UP045
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = False,
) -> None:
    """Run the server: play in the browser."""
    run(host, bound(host, port), data, url, open_browser=open_browser)


def play(port: int | None = None, data: Path | None = None, *, open_browser: bool = True) -> None:
    """Start the server on this machine and open the browser on it; on the usual port if it is free."""
    host = "127.0.0.1"
    if port is None:
        try:
            listener = bound(host, PORT)
        except Refused:
            listener = bound(host, 0)
    else:
        listener = bound(host, port)
    run(host, listener, data, None, open_browser=open_browser)


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
