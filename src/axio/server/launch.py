"""Runs the server: one process, or several on one socket that are replaced when they die."""

from __future__ import annotations

import asyncio
import contextlib
import math
import socket
import ssl
import threading
import webbrowser
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

import uvicorn
from platformdirs import user_data_path

from axio.rules import Malformed, Refused

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

from .app import make_app
from .bus.shared import over_redis
from .notifications.smtp import MailServer
from .process.http_protocol import TimedH11Protocol
from .process.limits import Places
from .process.listener import address
from .process.logs import Style, log_config
from .process.supervisor import SingleProcess, Supervisor
from .process.websocket import WebSocketProtocol
from .settings import ADDRESS_SOCKETS, Settings, sqlite_url
from .store import DamageFilter, look_for_damage, open_store

_GRACE = 2  # seconds for open connections at shutdown
_SLOW = 30  # seconds until a process that does not respond, or does not start, is replaced


@dataclass(frozen=True, slots=True)
class LaunchOptions:
    """The options of `axio serve`."""

    host: str = "127.0.0.1"
    data: Path | None = None
    url: str | None = None
    redis: str | None = None
    workers: int = 1
    cert: Path | None = None
    key: Path | None = None
    public_url: str | None = None
    proxies: tuple[str, ...] = ()
    metrics_token: str | None = None
    smtp: str | None = None
    address_sockets: int = ADDRESS_SOCKETS
    log: Style = "text"
    open_browser: bool = False

    @property
    def settings(self) -> Settings:
        return Settings(
            url=self.url or sqlite_url(folder(self.data)),
            redis=self.redis,
            host=self.host,
            public_url=self.public_url,
            proxies=self.proxies,
            metrics_token=self.metrics_token,
            smtp=self.smtp,
            address_sockets=self.address_sockets,
        )


def run(listener: socket.socket, options: LaunchOptions) -> None:
    """Serve on a socket that is already bound, until a signal ends the process."""
    settings = options.settings
    _check(options, settings)
    asyncio.run(_prepare(settings.url))
    _open_many_files()
    config = _config(options, settings)
    where = address(options.host, listener, tls=options.cert is not None)
    announce = partial(_announce, where, open_browser=options.open_browser)
    with contextlib.suppress(KeyboardInterrupt):  # the usual way to end it
        if options.workers > 1:
            Supervisor(config, [listener], announce).run()
            return
        server = SingleProcess(config, announce)
        server.run(sockets=[listener])
        if not server.started:
            raise Refused("the server could not start")


def folder(data: Path | None) -> Path:
    """The data folder, created as needed; Refused if nothing can be written there."""
    found = data or user_data_path("axio", appauthor=False)
    try:
        found.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = found / ".probe"
        probe.touch()
        probe.unlink()
    except OSError as fault:
        raise Refused(
            f"the data folder {found} cannot be written to ({fault.strerror}): name another with --data"
        ) from None
    return found


def _check(options: LaunchOptions, settings: Settings) -> None:
    if options.workers > 1 and not settings.shared:
        raise Malformed("--workers: several processes need PostgreSQL: name one with --url, or leave it at 1")
    if options.redis is not None:
        over_redis(options.redis)
    if (options.cert is None) != (options.key is None):
        raise Malformed("--tls-cert and --tls-key: expected both or neither")
    if settings.smtp is not None:
        MailServer.from_url(settings.smtp)
        if settings.public_url is None:
            raise Malformed("--smtp: mails hold links, so it needs --public-url too")
    if options.cert is not None:
        try:
            ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(options.cert, options.key)
        except OSError as fault:
            raise Malformed(f"--tls-cert, --tls-key: cannot be used: {fault}") from None


async def _prepare(url: str) -> None:
    """Create or migrate the database before the server starts; Refused if that fails, or if it is damaged."""
    engine = await open_store(url)
    await engine.dispose()
    if engine.dialect.name == "sqlite" and engine.url.database:
        look_for_damage(Path(engine.url.database))


def _open_many_files() -> None:
    """Raise the limit of open files: every socket is one."""
    if resource is not None:
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _config(options: LaunchOptions, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        partial(make_app, settings),
        factory=True,
        workers=options.workers,
        http=_http_protocol(settings),
        ws=WebSocketProtocol,
        ws_per_message_deflate=False,
        ws_max_size=1 << 16,
        lifespan="on",
        log_config=log_config(options.log, DamageFilter),
        access_log=False,
        server_header=False,
        proxy_headers=bool(options.proxies),
        forwarded_allow_ips=[*options.proxies],
        ssl_certfile=options.cert,
        ssl_keyfile=options.key,
        timeout_graceful_shutdown=_GRACE,
        timeout_worker_healthcheck=_SLOW,
    )


def _http_protocol(settings: Settings) -> type[asyncio.Protocol]:
    """Connections are counted by address, unless they come from a proxy or from this machine.

    An address has twice as many as sockets: one that becomes a web socket, and one that loads its page.
    """
    counted = not settings.local and not settings.proxies
    places = Places(2 * settings.address_sockets if counted else math.inf)
    made = partial(TimedH11Protocol, request_time=settings.request_time, connections=places)
    return cast("type[asyncio.Protocol]", made)


def _announce(where: str, *, open_browser: bool) -> None:
    print(f"Axio is at {where} (Ctrl+C ends it)", flush=True)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(where,), daemon=True).start()
