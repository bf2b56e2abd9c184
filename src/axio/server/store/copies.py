"""Copies of the database, for backups and before a migration, and a look for damage in SQLite's file."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from axio.rules import Refused

from .outages import DAMAGED, is_damage

_PAGES = 1000  # at a time, so that progress can be shown
_LOOK = 0.5  # seconds
_SCHEMA = "axio_before_"


def look_for_damage(database: Path) -> None:
    """Refused if the file is damaged, as far as that can be found in half a second: in some 100 MB."""
    deadline = time.monotonic() + _LOOK
    with closing(sqlite3.connect(database)) as connection:
        connection.set_progress_handler(lambda: time.monotonic() > deadline, 10_000)
        try:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.Error as fault:
            found = str(fault) if is_damage(fault) else "ok"
    if found != "ok":
        raise Refused(f"{database}: {DAMAGED} ({' '.join(found.split())})")


def copy_database(
    source: Path, target: Path, progress: Callable[[int, int], None] = lambda done, total: None
) -> None:
    """Copy a database as it is now to a new file, which only its owner can read, and check the copy.

    Others may go on writing. Refused if the copy fails; there is no file then.
    """
    os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
    try:
        _copy(source, target, progress)
    except BaseException as fault:
        target.unlink()
        if isinstance(fault, sqlite3.Error):
            raise Refused(f"{source} could not be copied to {target}: {fault}") from None
        raise


def _copy(source: Path, target: Path, progress: Callable[[int, int], None]) -> None:
    reading = sqlite3.connect(source, isolation_level=None)
    with closing(reading), closing(sqlite3.connect(target)) as copy:
        # A transaction that reads keeps what it sees: without it every write of others begins the copy anew.
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM sqlite_master").fetchone()
        reading.backup(copy, pages=_PAGES, progress=lambda _, left, total: progress(total - left, total))
        (sound,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    if sound != "ok":
        raise Refused(f"{source}: {DAMAGED} ({' '.join(sound.split())})")


def keep_before(connection: Connection, revision: str) -> None:
    """Keep a copy of the database before it is migrated to a revision; Refused if that fails.

    SQLite: a file beside it. PostgreSQL: every table in a schema of its own; the copy before goes.
    """
    if connection.dialect.name == "sqlite":
        if database := connection.engine.url.database:
            _keep_file(Path(database), revision)
        return
    try:
        _keep_tables(connection, f"{_SCHEMA}{revision}")
    except DBAPIError as fault:
        raise Refused(f"no copy could be made before the migration: {fault.orig}") from None


def _keep_file(database: Path, revision: str) -> None:
    kept = database.with_name(f"{database.stem}-before-{revision}{database.suffix}")
    unfinished = kept.with_name(f"{kept.name}.part")
    unfinished.unlink(missing_ok=True)
    copy_database(database, unfinished)
    unfinished.replace(kept)


def _keep_tables(connection: Connection, schema: str) -> None:
    found, quote = inspect(connection), connection.dialect.identifier_preparer.quote
    for earlier in found.get_schema_names():
        if earlier.startswith(_SCHEMA):
            connection.execute(text(f"DROP SCHEMA {quote(earlier)} CASCADE"))
    connection.execute(text(f"CREATE SCHEMA {quote(schema)}"))
    for table in found.get_table_names():
        connection.execute(text(f"CREATE TABLE {quote(schema)}.{quote(table)} AS TABLE {quote(table)}"))
