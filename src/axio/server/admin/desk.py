"""The operator's own entrance: the database, a writer, and a voice that running servers hear."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncEngine

from axio.server.bots.players import Players
from axio.server.house import bus_for
from axio.server.news.bus import LocalBus
from axio.server.playing.hall import Hall
from axio.server.playing.shelf import Shelf
from axio.server.playing.writer import Writer
from axio.server.settings import Settings
from axio.server.store import open_store


@dataclass(frozen=True, slots=True)
class Desk:
    hall: Hall
    bus: LocalBus

    @property
    def engine(self) -> AsyncEngine:
        return self.hall.shelf.engine


@asynccontextmanager
async def open_desk(url: str) -> AsyncIterator[Desk]:
    """On a database that is made and migrated as needed."""
    settings = Settings(url=url, thinkers=0)
    engine = await open_store(url)
    bus, writer = bus_for(settings, engine), Writer(engine)
    players = Players(0, settings.budget, settings.patience)
    bus.start()
    writer.start()
    try:
        yield Desk(Hall(settings, Shelf(engine), writer, players, bus), bus)
    finally:
        await writer.stop()
        await bus.stop()
        await engine.dispose()
