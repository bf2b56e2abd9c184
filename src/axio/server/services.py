"""Everything a running server consists of, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from sqlalchemy.ext.asyncio import AsyncEngine

from .bots.worker_pool import WorkerPool
from .bus import transports
from .bus.local import MISSED, TABLE, LocalBus
from .bus.shared import SharedBus
from .errors import Denied
from .hub.hub import Hub
from .identity.cookies import Signer, signing_key
from .identity.guard import Guard
from .notifications.vapid import push_key
from .open_tables.rooms import Rooms
from .playing.attendance import Attendance
from .playing.bot_driver import BotDriver
from .playing.game_service import GameService
from .playing.heartbeat import Heartbeat, first_beat
from .playing.premoves import Premoves
from .playing.reconcile import Reconciler
from .playing.remote_changes import RemoteChanges
from .playing.table_cache import TableCache
from .playing.timekeeper import Timekeeper
from .playing.writer import Writer
from .ratings.rater import Rater
from .settings import Settings, is_loopback
from .store import Checkpoints, open_store
from .views.spotting import announce_spots


class Services:
    """What the routes are given."""

    def __init__(self, settings: Settings, game_service: GameService, signer: Signer, bus: LocalBus) -> None:
        self.settings = settings
        self.game_service = game_service
        self.signer = signer
        self.bus = bus
        self.bot_driver = BotDriver(game_service)
        self.premoves = Premoves(game_service)
        self.timekeeper = Timekeeper(game_service)
        self.rooms = Rooms(game_service.table_cache.engine, bus)
        self.attendance = Attendance(game_service.table_cache, bus)
        self.rater = Rater(game_service.table_cache.engine)
        self.hub = Hub(settings, game_service.table_cache.engine, bus, signer)
        self.guard = Guard(self.engine, signer, bus)
        self.heartbeat = Heartbeat(game_service)
        self.reconciler = Reconciler(game_service, self.bot_driver, self.premoves)
        game_service.listeners.append(announce_spots)
        game_service.committed += [self.bot_driver.wake, self.premoves.wake, self.rater.hear]
        bus.subscribe_elsewhere(TABLE, RemoteChanges(game_service).hear)
        bus.subscribe(MISSED, self.reconciler.hurry)

    @property
    def engine(self) -> AsyncEngine:
        return self.game_service.table_cache.engine

    def secure(self, connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
        """Whether what is sent over this connection stays secret."""
        return self.settings.secure or connection.url.scheme in ("https", "wss")

    def check_origin(self, connection: ASGIConnection[Any, Any, Any, Any], *, origin: bool) -> None:
        """Denied unless the request comes from our own page (if asked), and to a name that is ours.

        The second half keeps another site from pointing its name at this machine: a server for this machine
        alone answers only to names of this machine.
        """
        host = connection.headers.get("host", "")
        source = connection.headers.get("origin") if origin else None
        ours = {host.lower(), urlsplit(self.settings.public_url or "").netloc.lower()}
        if source is not None and urlsplit(source).netloc.lower() not in ours - {""}:
            raise Denied("wrong_origin")
        if self.settings.local and not is_loopback(urlsplit(f"//{host}").hostname or ""):
            raise Denied("wrong_origin")

    def start(self) -> None:
        game_service = self.game_service
        for part in (
            self.bus,
            game_service.writer,
            game_service.players,
            self.timekeeper,
            self.reconciler,
            self.heartbeat,
            self.rater,
            self.hub,
        ):
            part.start()

    async def stop(self) -> None:
        """Who writes first, the writer then, and at last who tells others of it."""
        for part in (
            self.hub,
            self.guard,
            self.rater,
            self.heartbeat,
            self.timekeeper,
            self.reconciler,
            self.bot_driver,
            self.premoves,
        ):
            await part.stop()
        for last in (self.game_service.players, self.game_service.writer, self.bus):
            await last.stop()


@asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """The database opened and everyone at work: writer, bots, timekeeper, rater; all put away at the end."""
    engine = await open_store(settings.url)
    writer = Writer(engine)
    players = WorkerPool(settings.thinkers, settings.budget, settings.patience)
    bus = bus_for(settings, engine)
    downs = await first_beat(engine, shared=settings.shared)
    game_service = GameService(settings, TableCache(engine), writer, players, bus, downs)
    services = Services(settings, game_service, Signer(await signing_key(engine)), bus)
    services.hub.push_key = await push_key(engine)
    checkpoints = Checkpoints(engine)
    checkpoints.start()
    services.start()
    try:
        yield services
    finally:
        await services.stop()
        await checkpoints.stop()
        await engine.dispose()


def bus_for(settings: Settings, engine: AsyncEngine) -> LocalBus:
    """Alone on a database, a process needs no wire."""
    if settings.redis is not None:
        return SharedBus(wire=transports.redis(settings.redis))
    return SharedBus(wire=transports.postgresql(engine)) if settings.shared else LocalBus()
