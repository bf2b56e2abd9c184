"""The one writer of the log. Whatever waits is committed together; nobody is answered before the commit."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Executable, insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .store import log

_ADD_ROW = insert(log)


class Taken(Exception):
    """Somebody else has written this row of the log."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the log, and what else has to be written in the same commit."""

    row: Mapping[str, Any]
    also: tuple[tuple[Executable, Mapping[str, Any]], ...] = ()


@dataclass(slots=True)
class Writer:
    engine: AsyncEngine
    _waiting: asyncio.Queue[tuple[Entry, asyncio.Future[None]]] = field(default_factory=asyncio.Queue)
    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Write what waits, then end."""
        if self._task is None:
            return
        while not self._waiting.empty():
            await asyncio.sleep(0.005)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def write(self, entry: Entry) -> None:
        """Return when the entry is committed; Taken if its row exists already."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((entry, done))
        await asyncio.shield(done)

    async def _run(self) -> None:
        async with self.engine.connect() as connection:
            while True:
                group = [await self._waiting.get()]
                while not self._waiting.empty():
                    group.append(self._waiting.get_nowait())
                await self._commit(connection, group)

    async def _commit(
        self, connection: AsyncConnection, group: list[tuple[Entry, asyncio.Future[None]]]
    ) -> None:
        try:
            await _write(connection, [entry for entry, _ in group])
        except Exception as fault:
            await connection.rollback()
            if len(group) > 1:  # one bad entry must not hurt its neighbours
                for single in group:
                    await self._commit(connection, [single])
                return
            known = Taken() if isinstance(fault, IntegrityError) else fault
            _settle(group[0][1], known)
            return
        for _, done in group:
            _settle(done, None)


async def _write(connection: AsyncConnection, entries: list[Entry]) -> None:
    await connection.execute(_ADD_ROW, [dict(entry.row) for entry in entries])
    for entry in entries:
        for statement, values in entry.also:
            await connection.execute(statement, dict(values))
    await connection.commit()


def _settle(done: asyncio.Future[None], fault: Exception | None) -> None:
    if done.done():
        return
    if fault is None:
        done.set_result(None)
    else:
        done.set_exception(fault)
