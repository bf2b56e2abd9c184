"""Moves SQLite's write-ahead log into the database file in the background, so that no move waits for it.

By default SQLite does so within the commit that makes the log too long, and stops everybody for some 100 ms.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

_LOG = logging.getLogger(__name__)
_EVERY = 0.5  # seconds


@dataclass(slots=True, eq=False)
class Checkpoints:
    """Checkpoints whenever the log has changed. It does nothing for PostgreSQL."""

    engine: AsyncEngine
    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self.engine.dialect.name == "sqlite" and self.engine.url.database:
            log = Path(f"{self.engine.url.database}-wal")
            self._task = asyncio.create_task(self._run(log), name="checkpoints")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self, log: Path) -> None:
        last = 0
        while True:
            await asyncio.sleep(_EVERY)
            if (now := _changed(log)) != last:
                last = now
                await self._checkpoint()

    async def _checkpoint(self) -> None:
        try:
            async with self.engine.connect() as connection:
                await connection.execute(text("PRAGMA wal_checkpoint(PASSIVE)"))
        except DBAPIError as fault:  # the writer meets the same error, and logs it
            _LOG.warning("a checkpoint failed (%s)", type(fault.orig).__name__)


def _changed(log: Path) -> int:
    """When the log was last written to, in nanoseconds."""
    try:
        return log.stat().st_mtime_ns
    except OSError:
        return 0
