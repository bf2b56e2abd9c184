"""`axio serve` and plain `axio`: the server on this machine or for others, and the browser on it."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Annotated, Literal, TypeAlias
from urllib.parse import urlsplit

import typer

from axio.rules import Malformed, Refused

from .manual import manual

HELP = manual(
    """Run the server: play in the browser, on this machine or for others.

    Games are kept in a file in your data folder; `--url` names another database. How to run it for many,
    behind a proxy and in several processes, is told in docs/maintainers/operations.md.""",
    "axio serve --open",
    "axio serve --port 8123 --data games",
    "axio serve --host 0.0.0.0 # everyone who can reach this machine; each sees their own games",
    "axio serve --url postgresql+asyncpg://axio@localhost/axio --workers 4",
)
Style: TypeAlias = Literal["text", "json"]
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
        typer.Option(
            envvar="AXIO_URL", help="Another database than a file in that folder, as SQLAlchemy names it."
        ),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes. More than one: PostgreSQL.")] = 1,
    redis: Annotated[
        str | None, typer.Option(help="A Redis that carries news between processes, not the database.")
    ] = None,
    tls_cert: Annotated[Path | None, typer.Option(help="A certificate (PEM, with its chain): https.")] = None,
    tls_key: Annotated[Path | None, typer.Option(help="The certificate's key.")] = None,
    public_url: Annotated[
        str | None, typer.Option(help="The address browsers use, where a proxy stands before the server.")
    ] = None,
    proxy: Annotated[
        list[str] | None, typer.Option(help="The address or network of a proxy to trust; may be repeated.")
    ] = None,
    log: Annotated[
        Style, typer.Option(help="How to log: text, or json (a line each, and more of them).")
    ] = "text",
    metrics_token: Annotated[
        str | None,
        typer.Option(envvar="AXIO_METRICS_TOKEN", help="Who knows it may read /metrics from elsewhere."),
    ] = None,
    smtp: Annotated[
        str | None,
        typer.Option(
            envvar="AXIO_SMTP",
            help="The mail server for letters about games by turns, as in "
            "smtp://user:password@host:587?from=axio@example.org.",
        ),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser on it.")] = False,
) -> None:
    """Run the server until somebody ends it."""
    # Only here: the other commands start in a fraction of the time.
    from axio.server.launch import LaunchOptions, run

    serving = LaunchOptions(
        host=host,
        data=data,
        url=url,
        redis=redis,
        workers=workers,
        cert=tls_cert,
        key=tls_key,
        public_url=public(public_url),
        proxies=tuple(proxy or ()),
        metrics_token=metrics_token,
        smtp=smtp,
        log=log,
        open_browser=open_browser,
    )
    run(_listener(host, port), serving)


def play() -> None:
    """What plain `axio` does: the server on this machine, and the browser on it."""
    serve(open_browser=True)


def public(url: str | None) -> str | None:
    """An address without a path; Malformed otherwise."""
    if url is None:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query:
        raise Malformed(f"--public-url: found {url!r}, expected something like https://play.example.org")
    return f"{parts.scheme}://{parts.netloc}"


def _listener(host: str, port: int | None) -> socket.socket:
    from axio.server.process.listener import bound

    if port is not None:
        return bound(host, port)
    try:
        return bound(host, USUAL_PORT)
    except Refused:
        return bound(host, 0)
