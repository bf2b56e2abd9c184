"""What the operator's commands work with, and the backup of an SQLite database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.rules import Refused
from axio.server.bus.local import Bus
from axio.server.compose import open_game_service
from axio.server.playing.game_service import GameService
from axio.server.store import DAMAGED, is_damage
from axio.server.store.copies import copy_database


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
    """Open the database at a URL, created and migrated as needed. Refused if it fails."""
    async with open_game_service(url) as game_service:
        try:
            yield Operator(game_service)
        except DBAPIError as fault:
            raise Refused(f"the database failed: {DAMAGED if is_damage(fault) else fault.orig}") from None


def back_up(url: str, target: Path, progress: Callable[[int, int], None]) -> None:
    """Copy an SQLite database to a new file. Refused for any other, which has tools of its own."""
    where = make_url(url)
    if where.get_backend_name() != "sqlite" or not where.database:
        raise Refused(
            "copy this database with its own tools: pg_dump for PostgreSQL (docs/maintainers/operations.md)"
        )
    if not Path(where.database).is_file():
        raise Refused(f"there is no database at {where.database}")
    if target.exists():
        raise Refused(f"{target} exists already: name a new file")
    copy_database(Path(where.database), target, progress)
