"""Everything a running server consists of, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from sqlalchemy.ext.asyncio import AsyncEngine

from .bots.players import Players
from .faults import Denied
from .gathering.rooms import Rooms
from .news import wires
from .news.bus import MISSED, TABLE, LocalBus
from .news.sharing import SharedBus
from .notices.vapid import push_key
from .people.guard import Guard
from .people.identity import Signer, signing_key
from .playing.conditional import Conditional
from .playing.driving import Driver
from .playing.following import Follower
from .playing.hall import Hall
from .playing.presence import Attendance
from .playing.pulse import Pulse, first_beat
from .playing.rounds import Rounds
from .playing.shelf import Shelf
from .playing.timekeeper import Timekeeper
from .playing.writer import Writer
from .ratings.rater import Rater
from .settings import Settings, is_loopback
from .site.site import Site
from .store import Checkpoints, open_store
from .views.spotting import announce_spots


class House:
    """What the routes are given."""

    def __init__(self, settings: Settings, hall: Hall, signer: Signer, bus: LocalBus) -> None:
        self.settings = settings
        self.hall = hall
        self.signer = signer
        self.bus = bus
        self.driver = Driver(hall)
        self.conditional = Conditional(hall)
        self.timekeeper = Timekeeper(hall)
        self.rooms = Rooms(hall.shelf.engine, bus)
        self.attendance = Attendance(hall.shelf, bus)
        self.rater = Rater(hall.shelf.engine)
        self.site = Site(settings, hall.shelf.engine, bus, signer)
        self.guard = Guard(self.engine, signer, bus)
        self.pulse = Pulse(hall)
        self.rounds = Rounds(hall, self.driver, self.conditional)
        hall.listeners.append(announce_spots)
        hall.committed += [self.driver.wake, self.conditional.wake, self.rater.hear]
        bus.subscribe_elsewhere(TABLE, Follower(hall).hear)
        bus.subscribe(MISSED, self.rounds.hurry)

    @property
    def engine(self) -> AsyncEngine:
        return self.hall.shelf.engine

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
        hall = self.hall
        for part in (
            self.bus,
            hall.writer,
            hall.players,
            self.timekeeper,
            self.rounds,
            self.pulse,
            self.rater,
            self.site,
        ):
            part.start()

    async def stop(self) -> None:
        """Who writes first, the writer then, and at last who tells others of it."""
        for part in (
            self.site,
            self.guard,
            self.rater,
            self.pulse,
            self.timekeeper,
            self.rounds,
            self.driver,
            self.conditional,
        ):
            await part.stop()
        for last in (self.hall.players, self.hall.writer, self.bus):
            await last.stop()


@asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[House]:
    """The database opened and everyone at work: writer, bots, timekeeper, rater; all put away at the end."""
    engine = await open_store(settings.url)
    writer = Writer(engine)
    players = Players(settings.thinkers, settings.budget, settings.patience)
    bus = bus_for(settings, engine)
    downs = await first_beat(engine, shared=settings.shared)
    hall = Hall(settings, Shelf(engine), writer, players, bus, downs)
    house = House(settings, hall, Signer(await signing_key(engine)), bus)
    house.site.push_key = await push_key(engine)
    checkpoints = Checkpoints(engine)
    checkpoints.start()
    house.start()
    try:
        yield house
    finally:
        await house.stop()
        await checkpoints.stop()
        await engine.dispose()


def bus_for(settings: Settings, engine: AsyncEngine) -> LocalBus:
    """Alone on a database, a process needs no wire."""
    if settings.redis is not None:
        return SharedBus(wire=wires.redis(settings.redis))
    return SharedBus(wire=wires.postgresql(engine)) if settings.shared else LocalBus()
