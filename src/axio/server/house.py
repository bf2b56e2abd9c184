"""Everything a running server consists of, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from sqlalchemy.ext.asyncio import AsyncEngine

from . import wires
from .bus import MISSED, TABLE, Bus, LocalBus
from .driving import Driver
from .faults import Denied
from .hall import Hall
from .identity import Signer, signing_key
from .players import Players
from .rounds import Rounds
from .settings import Settings, is_loopback
from .sharing import SharedBus
from .shelf import Shelf
from .spotting import announce_spots
from .store import open_store
from .writer import Writer


class House:
    """What the routes are given."""

    def __init__(self, settings: Settings, hall: Hall, driver: Driver, signer: Signer, bus: Bus) -> None:
        self.settings = settings
        self.hall = hall
        self.driver = driver
        self.signer = signer
        self.bus = bus

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


@asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[House]:
    """The database opened, the writer and the bots at work; all put away at the end."""
    engine = await open_store(settings.url)
    writer = Writer(engine)
    players = Players(settings.thinkers, settings.budget, settings.patience)
    bus = _bus(settings, engine)
    hall = Hall(settings, Shelf(engine), writer, players, bus)
    driver = Driver(hall)
    rounds = Rounds(hall, driver)
    hall.listeners.append(announce_spots)
    hall.committed.append(driver.wake)
    bus.subscribe(TABLE, hall.hear)
    bus.subscribe(MISSED, rounds.hurry)
    for part in (bus, writer, players, rounds):
        part.start()
    try:
        yield House(settings, hall, driver, Signer(await signing_key(engine)), bus)
    finally:
        for ending in (rounds, driver, players, writer, bus):
            await ending.stop()
        await engine.dispose()


def _bus(settings: Settings, engine: AsyncEngine) -> LocalBus:
    """Alone on a database, a process needs no wire."""
    if settings.redis is not None:
        return SharedBus(wire=wires.redis(settings.redis))
    return SharedBus(wire=wires.postgresql(engine)) if settings.shared else LocalBus()
