"""Faults of six kinds, made from outside a server that runs, for a while."""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

from sqlalchemy.engine import make_url

from .postgres import Postgres
from .running import Running

Fault: TypeAlias = Callable[[], AbstractContextManager[None]]  # it lasts as long as the context


@contextmanager
def asleep(server: Running) -> Iterator[None]:
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.process.pid, signal.SIGCONT)


def disk_full(server: Running) -> AbstractContextManager[None]:
    """Nothing can be written to any file."""
    return _limited(server, resource.RLIMIT_FSIZE, 0)


def no_descriptors(server: Running) -> AbstractContextManager[None]:
    """No file and no connection can be opened."""
    return _limited(server, resource.RLIMIT_NOFILE, 3)


@contextmanager
def _limited(server: Running, what: int, most: int) -> Iterator[None]:
    before = resource.prlimit(server.process.pid, what)
    resource.prlimit(server.process.pid, what, (most, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, what, before)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Another program holds SQLite's lock."""
    other = sqlite3.connect(folder / "axio.db", isolation_level=None, timeout=30)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@contextmanager
def refused(postgres: Postgres, url: str) -> Iterator[None]:
    """PostgreSQL ends all connections to a database, and accepts none."""
    name = make_url(url).database
    connected = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    _administer(postgres, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false", connected)
    try:
        yield
    finally:
        _administer(postgres, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")


@contextmanager
def restarted(postgres: Postgres) -> Iterator[None]:
    postgres.server.stop()
    try:
        yield
    finally:
        _start(postgres)


def _start(postgres: Postgres) -> None:
    """It waits 10 seconds; a database that has much to recover takes longer on a busy machine."""
    for _ in range(5):
        with suppress(subprocess.TimeoutExpired):
            postgres.server.start()
            return
    postgres.server.start()


def _administer(postgres: Postgres, *statements: str) -> None:
    where = ("--host", str(postgres.server.pgdata), "--username", "postgres", "--dbname", "postgres")
    given = [word for statement in statements for word in ("--command", statement)]
    postgres.run("psql", *where, *given)
