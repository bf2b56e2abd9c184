"""The writer where the database fails it: every entry is written once, and nobody is told what is not so."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.server.playing import writer
from axio.server.playing.writer import Entry, Taken, Writer
from axio.server.settings import sqlite_url
from axio.server.store import engine as engine_module
from axio.server.store import log, open_store
from axio.server.table.history import History
from axio.server.table.table import DEALT, Chair, Table
from axio.server.table_store import repository


@asynccontextmanager
async def writing(folder: Path) -> AsyncIterator[tuple[Writer, AsyncEngine]]:
    """A writer over a database with one table in it."""
    engine = await open_store(sqlite_url(folder))
    chairs = [Chair("person", "Ann", None, "a" * 32, bytes(16))]
    opening = History.replayed("axio", 1, "7", [])
    await repository.save(engine, Table("t", "a" * 32, DEALT, chairs, "7", bytes(32), 1.0, opening))
    found = Writer(engine)
    found.start()
    yield found, engine
    await found.stop()
    await engine.dispose()


def entry(seq: int, at: float = 1.0) -> Entry:
    values = {"kind": "move", "move": "keep", "seat": 0, "by": "Ann", "ply": seq, "to_move": 0, "lows": [0]}
    return Entry({"table_id": "t", "seq": seq, "at": at, **values})


async def rows(engine: AsyncEngine) -> list[tuple[int, float]]:
    async with engine.connect() as connection:
        found = await connection.execute(select(log.c.seq, log.c.at).order_by(log.c.seq))
        return [(row.seq, row.at) for row in found]


def failing(monkeypatch: pytest.MonkeyPatch, *when: str) -> None:
    """Let the next writes break off before or after their commit, or go well."""
    write, plan = writer._write, [*when]

    def broken(connection: Connection, entries: list[Entry]) -> None:
        now = plan.pop(0) if plan else "well"
        if now == "before":
            raise ConnectionResetError
        write(connection, entries)
        if now == "after":
            raise ConnectionResetError

    monkeypatch.setattr(writer, "_write", broken)
    monkeypatch.setattr(writer, "_ASIDE", 0.0)


@pytest.mark.parametrize(
    "when", [["before"], ["after"], ["before", "after"], ["after", "before"], ["after"] * 3]
)
def test_entry_whose_outcome_is_unknown_is_written_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: list[str]
) -> None:
    """A connection lost before or after the commit: the entries succeed, and each is there once."""
    failing(monkeypatch, *when)

    async def run() -> list[tuple[int, float]]:
        async with writing(tmp_path) as (found, engine):
            await asyncio.gather(*(found.write(entry(seq)) for seq in (1, 2, 3)))
            return await rows(engine)

    assert asyncio.run(run()) == [(1, 1.0), (2, 1.0), (3, 1.0)]


def test_row_of_another_process_is_taken_even_after_an_outage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row that says something else was not ours; the neighbours in the group are written all the same."""

    async def run() -> tuple[list[Any], list[tuple[int, float]]]:
        async with writing(tmp_path) as (found, engine):
            await found.write(entry(1, at=5.0))
            failing(monkeypatch, "before")
            told = await asyncio.gather(
                *(found.write(entry(seq, at=6.0)) for seq in (1, 2)), return_exceptions=True
            )
            return [type(each) for each in told], await rows(engine)

    assert asyncio.run(run()) == ([Taken, type(None)], [(1, 5.0), (2, 6.0)])


def test_end_does_not_wait_for_a_database_that_stays_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that is ended while the database is away ends all the same, and acknowledges nothing."""
    failing(monkeypatch, *["before"] * 1_000_000)
    monkeypatch.setattr(writer, "_LAST", 0.05)

    async def run() -> bool:
        async with writing(tmp_path) as (found, _):
            waiting = asyncio.create_task(found.write(entry(1)))
            await asyncio.sleep(0)
            await found.stop()
            done = waiting.done()
            waiting.cancel()
            return done

    assert not asyncio.run(run())


@pytest.mark.parametrize(
    "fault",
    [
        RuntimeError("can't start new thread"),
        sqlite3.OperationalError("unable to open database file"),
        OSError(24, "Too many open files"),
    ],
    ids=lambda fault: type(fault).__name__,
)
def test_writer_goes_on_after_any_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    """Whatever keeps it from its connection, the writer takes moves once it has one."""
    connect, left = engine_module.sync_connection, [fault] * 3

    def refusing(engine: AsyncEngine) -> Any:
        if left:
            raise left.pop()
        return connect(engine)

    monkeypatch.setattr(writer, "sync_connection", refusing)
    monkeypatch.setattr(writer, "_ASIDE", 0.0)

    async def run() -> list[tuple[int, float]]:
        async with writing(tmp_path) as (found, engine):
            await asyncio.gather(*(found.write(entry(seq)) for seq in (1, 2, 3)))
            return await rows(engine)

    assert asyncio.run(asyncio.wait_for(run(), 20)) == [(1, 1.0), (2, 1.0), (3, 1.0)]


def test_full_disk_is_an_outage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's "database or disk is full": the entry waits, and is written when there is room again."""
    tight = [*engine_module._SQLITE, "PRAGMA max_page_count=1"]  # as many as it has
    roomy = engine_module._SQLITE

    async def run() -> tuple[bool, int]:
        async with writing(tmp_path) as (found, engine):
            monkeypatch.setattr(engine_module, "_SQLITE", tight)
            monkeypatch.setattr(writer, "_ASIDE", 0.01)
            long = Entry({**(entry(1).row or {}), "by": "A" * 50_000})
            waiting = asyncio.create_task(found.write(long))
            while not found.interrupted:
                await asyncio.sleep(0.01)
            done = waiting.done()
            monkeypatch.setattr(engine_module, "_SQLITE", roomy)
            await waiting
            return done, len(await rows(engine))

    assert asyncio.run(asyncio.wait_for(run(), 20)) == (False, 1)


def test_lock_of_another_program_is_an_outage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's "database is locked": the entry waits, and is written when the other program lets go."""
    hasty = [*engine_module._SQLITE, "PRAGMA busy_timeout=1"]

    async def run() -> tuple[bool, int]:
        async with writing(tmp_path) as (found, engine):
            monkeypatch.setattr(engine_module, "_SQLITE", hasty)
            other = sqlite3.connect(tmp_path / "axio.db", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(found.write(entry(1)))
            while not found.interrupted:
                await asyncio.sleep(0.01)
            done = waiting.done()
            other.execute("ROLLBACK")
            other.close()
            await waiting
            return done, len(await rows(engine))

    assert asyncio.run(asyncio.wait_for(run(), 20)) == (False, 1)
