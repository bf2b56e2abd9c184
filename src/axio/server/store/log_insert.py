"""Adds rows to the log by the database's own driver: SQLAlchemy takes far longer for one small statement."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.util import await_only

from .schema import log

_NAMES = [column.name for column in log.columns]
_SQLITE = str(insert(log).compile(dialect=sqlite.dialect()))
_POSTGRESQL = str(insert(log).compile(dialect=postgresql.asyncpg.dialect()))  # type: ignore[no-untyped-call]


def add_to_log(connection: Connection, rows: list[Mapping[str, Any]]) -> bool:
    """Commit rows of the log, and nothing else, all or none.

    False if nothing was done: SQLAlchemy then tries again, and its errors say why that fails.
    """
    add = _add_to_sqlite if connection.dialect.name == "sqlite" else _add_to_postgresql
    return add(connection.connection.driver_connection, [_values(row) for row in rows])


def _add_to_sqlite(driver: Any, rows: list[list[Any]]) -> bool:
    try:
        driver.executemany(_SQLITE, rows)
        driver.commit()
    except sqlite3.Error:
        driver.rollback()
        return False
    return True


def _add_to_postgresql(driver: Any, rows: list[list[Any]]) -> bool:
    try:
        await_only(driver.executemany(_POSTGRESQL, rows))
    except Exception:  # asyncpg's and the system's errors have no other base
        return False
    return True


def _values(row: Mapping[str, Any]) -> list[Any]:
    return [json.dumps(row["lows"]) if name == "lows" else row.get(name) for name in _NAMES]
