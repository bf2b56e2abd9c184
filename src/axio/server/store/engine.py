"""The connection to the database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from axio.rules import Malformed, Refused

from .migrate import migrate

# A commit is on the disk before it is answered (FULL); readers never wait for the writer (WAL).
_SQLITE = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA busy_timeout=10000",
)


async def open_store(url: str) -> AsyncEngine:
    """The database at an address, made and migrated as needed."""
    try:
        where = make_url(url)
        engine = create_async_engine(where)
    except (ArgumentError, NoSuchModuleError, ImportError) as fault:
        raise Malformed(f"--url: not a database this installation can use: {fault}") from None
    if where.get_backend_name() == "sqlite":
        event.listen(engine.sync_engine, "connect", _prepare)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(migrate)
    except DBAPIError as fault:
        await engine.dispose()
        shown = where.database or where.render_as_string(hide_password=True)
        raise Refused(f"the database {shown} cannot be used: {fault.orig}") from None
    except Refused:
        await engine.dispose()
        raise
    return engine


def _prepare(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in _SQLITE:
        cursor.execute(pragma)
    cursor.close()
