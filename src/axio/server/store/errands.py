"""Errands: several statements over one connection, for one turn of the event loop rather than one each.

While a server is busy a turn takes milliseconds, and whoever waits for a commit waits for all of its turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Protocol, TypeVar

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine

from .engine import is_file, prepare

T = TypeVar("T")


class Errands(Protocol):
    def __call__(self, errand: Callable[[Connection], T], /) -> Awaitable[T]:
        """Carry out a function over the connection."""
        ...


@asynccontextmanager
async def errands(engine: AsyncEngine) -> AsyncIterator[Errands]:
    """A connection to run them over: to a file from a thread of its own, else as the driver does it."""
    if is_file(engine.url):
        async with _in_thread(engine) as run:
            yield run
    else:
        async with engine.connect() as connection:
            yield connection.run_sync


def begin(connection: Connection, *, alone: bool) -> None:
    """Before the statements of a commit. One that stands alone is a commit by itself for PostgreSQL's driver,
    many rows at a time or not, and spares the turns of a beginning and an end."""
    if connection.dialect.name != "sqlite":
        connection.execution_options(isolation_level="AUTOCOMMIT" if alone else "READ COMMITTED")


@asynccontextmanager
async def _in_thread(engine: AsyncEngine) -> AsyncIterator[Errands]:
    loop = asyncio.get_running_loop()
    own = create_engine(engine.url.set(drivername="sqlite"), hide_parameters=True)
    event.listen(own, "connect", prepare)
    with ThreadPoolExecutor(1, "errands") as thread:
        connection = await loop.run_in_executor(thread, own.connect)

        def run(errand: Callable[[Connection], T], /) -> Awaitable[T]:
            return loop.run_in_executor(thread, errand, connection)

        try:
            yield run
        finally:
            thread.submit(connection.close)
            thread.submit(own.dispose)
