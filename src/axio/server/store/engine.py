"""Opens the database, and runs several statements in one turn of the event loop.

A background task moves SQLite's write-ahead log into the database file. By default SQLite does so within the
commit that makes the log too long, and everybody waits for some 100 ms.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from axio.extras import advice
from axio.rules import Malformed, Refused

from .migrate import migrate
from .outages import DAMAGED, is_damage

T = TypeVar("T")

# A commit is on disk before it is confirmed (FULL); readers never wait for the writer (WAL). `Checkpoints`
# moves the write-ahead log into the file; a commit does so only if the log has grown to 16 MB.
_SQLITE = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA wal_autocheckpoint=4000",
    "PRAGMA foreign_keys=ON",
    "PRAGMA busy_timeout=10000",
)
# A dead connection is noticed before it is used; a server that hangs is given up after 10 seconds.
_POSTGRESQL = {"pool_pre_ping": True, "pool_size": 5, "max_overflow": 15, "pool_timeout": 10}
_POSTGRESQL_DRIVER = {"timeout": 10}
_MINE_ALONE = 0o600
_LOG = logging.getLogger(__name__)
_CHECKPOINT_EVERY = 0.5  # seconds


async def open_store(url: str) -> AsyncEngine:
    """Open the database at a URL; create and migrate it as needed."""
    where, engine = _engine(url)
    if is_sqlite(where):
        _keep_private(where.database or "")
    try:
        async with engine.begin() as connection:
            await connection.run_sync(migrate)
    except (DBAPIError, OSError) as fault:
        await engine.dispose()
        shown = where.database if is_sqlite(where) else where.render_as_string(hide_password=True)
        raise Refused(f"the database {shown} cannot be used: {_why(fault)}") from None
    except Refused:
        await engine.dispose()
        raise
    return engine


def _keep_private(name: str) -> None:
    """Let nobody else on this machine read the file, which holds keys and secrets; it may not exist yet."""
    if name in ("", ":memory:") or name.startswith("file:"):
        return
    with contextlib.suppress(OSError):  # whatever is wrong with it, SQLite says it better
        os.close(os.open(name, os.O_RDONLY | os.O_CREAT, _MINE_ALONE))
    for each in map(Path, (name, f"{name}-wal", f"{name}-shm")):
        with contextlib.suppress(OSError):
            each.chmod(each.stat().st_mode & _MINE_ALONE)


def _why(fault: DBAPIError | OSError) -> str:
    text = str(getattr(fault, "orig", fault))
    return f"{text} ({DAMAGED})" if is_damage(fault) else text


def _parsed(url: str) -> URL:
    try:
        return make_url(url)
    except ArgumentError as fault:
        raise _unusable(fault) from None


def _engine(url: str) -> tuple[URL, AsyncEngine]:
    where = _parsed(url)
    try:
        # Some parameters are secrets, so errors, and with them logs, must not show parameters.
        if is_sqlite(where):
            engine = create_async_engine(where, hide_parameters=True)
            event.listen(engine.sync_engine, "connect", _prepare)
        else:
            engine = create_async_engine(
                where, hide_parameters=True, connect_args=_POSTGRESQL_DRIVER, **_POSTGRESQL
            )
    except (ArgumentError, NoSuchModuleError) as fault:
        raise _unusable(fault) from None
    except ImportError as fault:
        if fault.name != "asyncpg":
            raise _unusable(fault) from None
        raise Malformed(f"--url: PostgreSQL needs the package asyncpg: {advice('postgres')}") from None
    return where, engine


def is_sqlite(where: URL) -> bool:
    return where.get_backend_name() == "sqlite"


def _unusable(fault: Exception) -> Malformed:
    return Malformed(f"--url: not a database this installation can use: {fault}")


def _prepare(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in _SQLITE:
        cursor.execute(pragma)
    cursor.close()


class RunSync(Protocol):
    def __call__(self, work: Callable[[Connection], T], /) -> Awaitable[T]:
        """Call a function with the connection."""
        ...


@asynccontextmanager
async def sync_connection(engine: AsyncEngine) -> AsyncIterator[RunSync]:
    """A connection that runs a function with several statements in one turn of the event loop.

    On a busy server a turn takes milliseconds, and a commit would wait for one after each statement. SQLite
    runs in a thread of its own, PostgreSQL as its driver does it.
    """
    if is_sqlite(engine.url):
        async with _in_thread(engine) as run:
            yield run
    else:
        async with engine.connect() as connection:
            yield connection.run_sync


def begin(connection: Connection, *, alone: bool) -> None:
    """Prepare a commit. A single statement (`alone`), even with many rows, commits by itself in PostgreSQL.

    That saves the turns for BEGIN and COMMIT.
    """
    if connection.dialect.name != "sqlite":
        connection.execution_options(isolation_level="AUTOCOMMIT" if alone else "READ COMMITTED")


@asynccontextmanager
async def _in_thread(engine: AsyncEngine) -> AsyncIterator[RunSync]:
    loop = asyncio.get_running_loop()
    own = create_engine(engine.url.set(drivername="sqlite"), hide_parameters=True)
    event.listen(own, "connect", _prepare)
    with ThreadPoolExecutor(1, "sync connection") as thread:
        connection = await loop.run_in_executor(thread, own.connect)

        def run(work: Callable[[Connection], T], /) -> Awaitable[T]:
            return loop.run_in_executor(thread, work, connection)

        try:
            yield run
        finally:
            thread.submit(connection.close)
            thread.submit(own.dispose)


@dataclass(slots=True, eq=False)
class Checkpoints:
    """Checkpoints whenever the log has changed. It does nothing for PostgreSQL."""

    engine: AsyncEngine
    _failed: bool = False
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
            await asyncio.sleep(_CHECKPOINT_EVERY)
            if (now := _changed(log)) != last:
                last = now
                await self._checkpoint()

    async def _checkpoint(self) -> None:
        try:
            async with self.engine.connect() as connection:
                await connection.execute(text("PRAGMA wal_checkpoint(PASSIVE)"))
            self._failed = False
        except Exception as fault:
            if not self._failed:
                _LOG.warning("a checkpoint failed (%s)", type(getattr(fault, "orig", fault)).__name__)
            self._failed = True


def _changed(log: Path) -> int:
    """When the log was last written to, in nanoseconds."""
    try:
        return log.stat().st_mtime_ns
    except OSError:
        return 0
