"""What the operator's commands work with, and the backup of an SQLite database."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.rules import Refused
from axio.server.bus.local import Bus
from axio.server.compose import open_game_service
from axio.server.playing.game_service import GameService

_PAGES = 1000  # at a time; the server writes in between


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
    with closing(sqlite3.connect(where.database)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy, pages=_PAGES, progress=lambda _, left, total: progress(total - left, total))
        (sound,) = copy.execute("PRAGMA integrity_check").fetchone()
    if sound != "ok":
        target.unlink()
        raise Refused(f"the copy is not sound: {sound}")
