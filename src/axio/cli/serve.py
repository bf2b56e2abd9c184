"""`axio serve` and plain `axio`: run the server, for this machine or for others."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Annotated, Literal, TypeAlias
from urllib.parse import urlsplit

import typer

from axio.rules import Malformed, Refused

from .command import manual

HELP = manual(
    """Run the server: play in the browser, on this machine or for others.

    Games are stored in a file in your data folder; `--url` names another database. For servers with many
    visitors, behind a proxy or in several processes, see docs/maintainers/operations.md.""",
    "axio serve --open",
    "axio serve --port 8123 --data games",
    "axio serve --host 0.0.0.0 # for everyone who can reach this machine; each sees their own games",
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
    data: Annotated[Path | None, typer.Option(help="The folder to store games in.")] = None,
    url: Annotated[
        str | None,
        typer.Option(envvar="AXIO_URL", help="The address of another database, as SQLAlchemy writes it."),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Processes. More than one needs PostgreSQL.")
    ] = 1,
    redis: Annotated[
        str | None,
        typer.Option(help="A Redis that carries messages between processes, instead of the database."),
    ] = None,
    tls_cert: Annotated[
        Path | None, typer.Option(help="A certificate for https (PEM, with its chain).")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option(help="The key of the certificate.")] = None,
    public_url: Annotated[
        str | None, typer.Option(help="The address that browsers use, if a proxy stands before the server.")
    ] = None,
    proxy: Annotated[
        list[str] | None, typer.Option(help="The address or network of a trusted proxy. Repeat for more.")
    ] = None,
    sockets_per_address: Annotated[
        int, typer.Option(min=1, help="Open sockets from one address: a page of one person has one or two.")
    ] = 1000,
    log: Annotated[
        Style,
        typer.Option(help="The format of the log: text, or json (one object a line, with more detail)."),
    ] = "text",
    metrics_token: Annotated[
        str | None,
        typer.Option(
            envvar="AXIO_METRICS_TOKEN", help="A token that allows reading /metrics from other machines."
        ),
    ] = None,
    smtp: Annotated[
        str | None,
        typer.Option(
            envvar="AXIO_SMTP",
            help="The mail server for e-mails about correspondence games, as in "
            "smtp://user:password@host:587?from=axio@example.org.",
        ),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = False,
) -> None:
    """Run the server until it is stopped."""
    # Imported here because the other commands start in a fraction of the time.
    from axio.server.launch import LaunchOptions, run

    options = LaunchOptions(
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
        address_sockets=sockets_per_address,
        log=log,
        open_browser=open_browser,
    )
    run(_listener(host, port), options)


def play() -> None:
    """What plain `axio` does: run the server on this machine and open the browser."""
    serve(open_browser=True)


def public(url: str | None) -> str | None:
    """Check that a public address is a scheme and a host without a path."""
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
