"""What the operator's commands work with: the database, the writer, and the bus to running servers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncEngine

from axio.server.bus.local import Bus
from axio.server.compose import open_game_service
from axio.server.playing.game_service import GameService


@dataclass(frozen=True, slots=True)
class Operator:
    game_service: GameService

    @property
    def engine(self) -> AsyncEngine:
        return self.game_service.table_cache.engine

    @property
    def bus(self) -> Bus:
        return self.game_service.bus


@asynccontextmanager
async def open_operator(url: str) -> AsyncIterator[Operator]:
    """Open the database at a URL, created and migrated as needed."""
    async with open_game_service(url) as game_service:
        yield Operator(game_service)
