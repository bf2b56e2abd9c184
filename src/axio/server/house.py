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
from .driving import Driver
from .faults import Denied
from .hall import Hall
from .identity import Signer, signing_key
from .players import Players
from .settings import Settings, is_loopback
from .shelf import Shelf
from .site.site import Site, make_site
from .spotting import announce_spots
from .store import open_store
from .writer import Writer


class House:
    """What the routes are given."""

    def __init__(
        self, settings: Settings, hall: Hall, driver: Driver, signer: Signer, bus: Bus, site: Site
    ) -> None:
        self.settings = settings
        self.hall = hall
        self.driver = driver
        self.signer = signer
        self.bus = bus
        self.site = site

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


@asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[House]:
    """The database opened, the writer and the bots at work; all put away at the end."""
    engine = await open_store(settings.url)
    writer = Writer(engine)
    players = Players(settings.thinkers, settings.budget, settings.patience)
    hall = Hall(settings, Shelf(engine), writer, players)
    driver = Driver(hall)
    hall.listeners += [announce_spots, driver.wake]
    writer.start()
    players.start()
    resuming = asyncio.create_task(driver.resume())
    signer, bus = Signer(await signing_key(engine)), LocalBus()
    site = await make_site(settings, engine, bus, signer)
    site.start()
    try:
        yield House(settings, hall, driver, signer, bus, site)
    finally:
        resuming.cancel()
        await site.stop()
        await driver.stop()
        await players.stop()
        await writer.stop()
        await engine.dispose()
