"""Copies the database to a file while the server runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import make_url

from axio.rules import Refused

_PAGES = 1000  # at a time; the server writes in between


def back_up(url: str, target: Path, progress: Callable[[int, int], None]) -> None:
    """Copy an SQLite database to a new file. Refused for any other, which has tools of its own."""
    where = make_url(url)
    if where.get_backend_name() != "sqlite" or not where.database:
        raise Refused(
            "copy this database with its own tools: pg_dump for PostgreSQL (docs/maintainers/operations.md)"
        )
    if not Path(where.database).is_file():
        raise Refused(f"there is no database at {where.database}")
    if target.exists():
        raise Refused(f"{target} exists already: name a new file")
    with closing(sqlite3.connect(where.database)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy, pages=_PAGES, progress=lambda _, left, total: progress(total - left, total))
        (sound,) = copy.execute("PRAGMA integrity_check").fetchone()
    if sound != "ok":
        target.unlink()
        raise Refused(f"the copy is not sound: {sound}")
