"""The connection to the database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import URL, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from axio.extras import advice
from axio.rules import Malformed, Refused

from .migrate import migrate

# A commit is on the disk before it is answered (FULL); readers never wait for the writer (WAL). The log is
# brought into the file by checkpoints.py; a commit does it only where the log has grown to 16 MB anyway.
_SQLITE = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA wal_autocheckpoint=4000",
    "PRAGMA foreign_keys=ON",
    "PRAGMA busy_timeout=10000",
)
# A connection that died with its server is noticed before it is used; a server that hangs is given up.
_POSTGRESQL = {"pool_pre_ping": True, "pool_size": 5, "max_overflow": 15, "pool_timeout": 10}
_POSTGRESQL_DRIVER = {"timeout": 10}


async def open_store(url: str) -> AsyncEngine:
    """The database at an address, made and migrated as needed."""
    where, engine = _engine(url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(migrate)
    except (DBAPIError, OSError) as fault:
        await engine.dispose()
        shown = where.database if is_file(where) else where.render_as_string(hide_password=True)
        raise Refused(f"the database {shown} cannot be used: {getattr(fault, 'orig', fault)}") from None
    except Refused:
        await engine.dispose()
        raise
    return engine


def _parsed(url: str) -> URL:
    try:
        return make_url(url)
    except ArgumentError as fault:
        raise _unusable(fault) from None


def _engine(url: str) -> tuple[URL, AsyncEngine]:
    where = _parsed(url)
    try:
        # Parameters stay out of errors, and so out of logs: there are secrets among them.
        if is_file(where):
            engine = create_async_engine(where, hide_parameters=True)
            event.listen(engine.sync_engine, "connect", prepare)
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


def is_file(where: URL) -> bool:
    return where.get_backend_name() == "sqlite"


def _unusable(fault: Exception) -> Malformed:
    return Malformed(f"--url: not a database this installation can use: {fault}")


def prepare(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in _SQLITE:
        cursor.execute(pragma)
    cursor.close()
