"""The operator's own entrance: the database, a writer, and a voice that running servers hear."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncEngine

from axio.server.bots.worker_pool import WorkerPool
from axio.server.bus.local import LocalBus
from axio.server.playing.game_service import GameService
from axio.server.playing.table_cache import TableCache
from axio.server.playing.writer import Writer
from axio.server.services import bus_for
from axio.server.settings import Settings
from axio.server.store import open_store


@dataclass(frozen=True, slots=True)
class Operator:
    game_service: GameService
    bus: LocalBus

    @property
    def engine(self) -> AsyncEngine:
        return self.game_service.table_cache.engine


@asynccontextmanager
async def open_operator(url: str) -> AsyncIterator[Operator]:
    """On a database that is made and migrated as needed."""
    settings = Settings(url=url, thinkers=0)
    engine = await open_store(url)
    bus, writer = bus_for(settings, engine), Writer(engine)
    players = WorkerPool(0, settings.budget, settings.patience)
    bus.start()
    writer.start()
    try:
        yield Operator(GameService(settings, TableCache(engine), writer, players, bus), bus)
    finally:
        await writer.stop()
        await bus.stop()
        await engine.dispose()
