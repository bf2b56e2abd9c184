"""The file of an SQLite database: a look for damage, and copies of it for backups and before a migration."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from axio.rules import Refused

from .outages import DAMAGED, is_damage

_PAGES = 1000  # at a time, so that progress can be shown
_LOOK = 0.5  # seconds


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
    target.unlink(missing_ok=True)
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


def keep_before(database: Path, revision: str) -> Path:
    """Keep a copy of a database beside it before it is migrated to a revision."""
    kept = database.with_name(f"{database.stem}-before-{revision}{database.suffix}")
    unfinished = kept.with_name(f"{kept.name}.part")
    copy_database(database, unfinished)
    return unfinished.replace(kept)
