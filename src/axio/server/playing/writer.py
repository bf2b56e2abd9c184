"""The one writer of the log. Rows that wait are committed together; no command is answered before that.

Where the database goes away in the middle of a commit, nobody can tell whether it happened. The group is then
written again until the database answers: a row that is there already was ours if it says exactly the same.
Whatever goes wrong, the writer goes on.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Executable, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.server.process.metrics import COMMIT, OUTAGES, TOGETHER
from axio.server.store import RunSync, add_to_log, begin, is_outage, log, sync_connection

_LOG = logging.getLogger(__name__)
_ADD_ROW = insert(log)
_ASIDE = 0.2  # seconds until a database that is away is asked again
_EVERY = 0.008  # seconds between two commits on a busy server: those of fewer rows cost more a row
_LAST = 5.0  # seconds at the end for what still waits


def _nothing() -> None:
    """Nothing follows."""


class Taken(Exception):
    """Somebody else has written this row of the log."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the log, if any, and what else has to be written in the same commit."""

    row: Mapping[str, Any] | None
    also: tuple[tuple[Executable, Mapping[str, Any]], ...] = ()
    then: Callable[[], None] = _nothing  # called right after the commit, even if nobody waits for it any more


@dataclass(slots=True, eq=False)
class _Waiting:
    entry: Entry
    done: asyncio.Future[None]
    settled: bool = False

    def settle(self, fault: Exception | None = None) -> None:
        if self.settled:
            return
        self.settled = True
        if fault is None:
            fault = self._follow_up()
        if self.done.done():
            return
        if fault is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(fault)

    def _follow_up(self) -> Exception | None:
        """What went wrong after the commit is told to those who wait: it must not stop the writer."""
        try:
            self.entry.then()
        except Exception as fault:
            return fault
        return None


@dataclass(slots=True)
class Writer:
    engine: AsyncEngine
    _queue: asyncio.Queue[_Waiting] = field(default_factory=asyncio.Queue)
    _group: list[_Waiting] = field(default_factory=list)  # being committed
    interrupted: float = 0.0  # when the database last failed the writer
    _away: bool = False
    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Write what waits, then end. If the database stays away, give up."""
        if self._task is None:
            return
        deadline = asyncio.get_running_loop().time() + _LAST
        while self._busy and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.005)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def write(self, entry: Entry) -> None:
        """Return when the entry is committed; Taken if its row exists already.

        The entry is written even if the caller is cancelled meanwhile.
        """
        waiting = _Waiting(entry, asyncio.get_running_loop().create_future())
        self._queue.put_nowait(waiting)
        await waiting.done

    @property
    def _busy(self) -> bool:
        return bool(self._group) or not self._queue.empty()

    async def _run(self) -> None:
        while True:
            if not self._group:  # connect when it is needed: a connection cannot be given up without noise
                self._group.append(await self._queue.get())
            try:
                async with sync_connection(self.engine) as run:
                    await self._work(run)
            except Exception as fault:
                self._note(fault)
                await asyncio.sleep(_ASIDE)

    def _note(self, fault: Exception) -> None:
        """Log the beginning of an outage."""
        self.interrupted = time.time()
        if not self._away:
            self._away = True
            OUTAGES.inc()
            told = None if is_outage(fault) else fault
            kind, waiting = type(fault).__name__, self._backlog
            _LOG.warning("the database is away (%s): %d moves wait", kind, waiting, exc_info=told)

    @property
    def _backlog(self) -> int:
        return len(self._group) + self._queue.qsize()

    async def _work(self, run: RunSync) -> None:
        """Group after group, beginning with what an outage interrupted."""
        before: set[Any] = set()  # the tables of the group before
        while True:
            if not self._group:
                self._group.append(await self._queue.get())
            while not self._queue.empty():
                self._group.append(self._queue.get_nowait())
            tables = {each.entry.row["table_id"] for each in self._group if each.entry.row is not None}
            TOGETHER.observe(len(self._group))
            began = asyncio.get_running_loop().time()
            with COMMIT.time():
                await self._commit(run, self._group)
            self._group.clear()
            self._away = False
            if tables != before:  # the next row of a table that plays alone is not kept waiting
                await asyncio.sleep(began + _EVERY - asyncio.get_running_loop().time())
            before = tables

    async def _commit(self, run: RunSync, group: list[_Waiting]) -> None:
        entries = [waiting.entry for waiting in group if not waiting.settled]
        try:
            await run(lambda connection: _write(connection, entries))
        except Exception as fault:
            if is_outage(fault):
                raise
            if len(group) > 1:  # one bad entry must not hurt its neighbours
                for single in group:
                    await self._commit(run, [single])
                return
            group[0].settle(await _verdict(run, entries[0], fault))
            return
        for waiting in group:
            waiting.settle()


def _write(connection: Connection, entries: list[Entry]) -> None:
    rows = [entry.row for entry in entries if entry.row is not None]
    alone = not any(entry.also for entry in entries)
    if not entries or (alone and add_to_log(connection, rows)):
        return
    begin(connection, alone=alone)
    try:
        if rows:
            connection.execute(_ADD_ROW, [dict(row) for row in rows])
        for entry in entries:
            for statement, values in entry.also:
                connection.execute(statement, dict(values))
        connection.commit()
    except Exception as fault:
        if not is_outage(fault):
            connection.rollback()
        raise


async def _verdict(run: RunSync, entry: Entry, fault: Exception) -> Exception | None:
    """The error of a failed entry; None if its row is in the log, so that the commit had succeeded."""
    if not isinstance(fault, IntegrityError) or entry.row is None:
        return fault
    row = entry.row
    try:
        found = await run(lambda connection: _found(connection, row))
    except Exception as worse:
        if is_outage(worse):
            raise
        return worse
    same = found is not None and all(found[name] == value for name, value in row.items())
    return None if same else Taken()


def _found(connection: Connection, row: Mapping[str, Any]) -> Mapping[Any, Any] | None:
    """What the log holds in the place of a row."""
    there = select(log).where(log.c.table_id == row["table_id"], log.c.seq == row["seq"])
    found = connection.execute(there).mappings().first()
    connection.rollback()
    return found
