"""Everything a running server consists of, put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from sqlalchemy.ext.asyncio import AsyncEngine

from .bus import Bus, LocalBus
from .conditional import Conditional
from .downtimes import downtimes
from .driving import Driver
from .faults import Denied
from .guard import Guard
from .hall import Hall
from .identity import Signer, signing_key
from .players import Players
from .rooms import Rooms
from .settings import Settings, is_loopback
from .shelf import Shelf
from .site.site import Site
from .spotting import announce_spots
from .store import open_store
from .timekeeper import Timekeeper
from .writer import Writer


class House:
    """What the routes are given."""

    def __init__(self, settings: Settings, hall: Hall, signer: Signer, bus: Bus) -> None:
        self.settings = settings
        self.hall = hall
        self.signer = signer
        self.bus = bus
        self.driver = Driver(hall)
        self.conditional = Conditional(hall)
        self.timekeeper = Timekeeper(hall)
        self.rooms = Rooms(hall.shelf.engine, bus)
        self.site = Site(settings, hall.shelf.engine, bus, signer)
        hall.listeners += [announce_spots, self.driver.wake, self.conditional.wake]
        self.guard = Guard(self.engine, signer, bus)

    @property
    def engine(self) -> AsyncEngine:
        return self.hall.shelf.engine

    def check_origin(self, connection: ASGIConnection[Any, Any, Any, Any], *, origin: bool) -> None:
        """Denied unless the request comes from our own page (if asked), and to a name that is ours.

        The second half keeps another site from pointing its name at this machine: a server for this machine
        alone answers only to names of this machine.
        """
        host = connection.headers.get("host", "")
        source = connection.headers.get("origin") if origin else None
        if source is not None and urlsplit(source).netloc.lower() != host.lower():
            raise Denied("wrong_origin")
        if self.settings.local and not is_loopback(urlsplit(f"//{host}").hostname or ""):
            raise Denied("wrong_origin")

    async def resume(self) -> None:
        """After a start: every game that waits for the server goes on."""
        await self.driver.resume()
        await self.conditional.resume()


@asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[House]:
    """The database opened, the writer, the bots and the timekeeper at work; all put away at the end."""
    engine = await open_store(settings.url)
    writer = Writer(engine)
    players = Players(settings.thinkers, settings.budget, settings.patience)
    bus = LocalBus()
    async with engine.connect() as connection:
        downs = await downtimes(connection)
    hall = Hall(settings, Shelf(engine), writer, players, bus, downs)
    house = House(settings, hall, Signer(await signing_key(engine)), bus)
    writer.start()
    players.start()
    await house.site.start()
    house.timekeeper.start()
    resuming = asyncio.create_task(house.resume())
    try:
        yield house
    finally:
        resuming.cancel()
        await house.site.stop()
        await house.timekeeper.stop()
        await house.driver.stop()
        await house.conditional.stop()
        await players.stop()
        await writer.stop()
        await engine.dispose()
