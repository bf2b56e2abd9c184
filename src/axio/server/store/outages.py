"""Sorts the errors of the database: those that pass, values it cannot hold, and damage."""

from __future__ import annotations

import logging
import sqlite3

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolExhausted

DAMAGED = "the database is damaged: stop the server and restore a backup"

# SQLSTATE classes of errors that may pass: lost connection, refused, no such database (while it is restored),
# no resources, locked, lock conflict, shutdown, disk, standby.
_PASSING = ("08", "28", "3D", "53", "55", "40", "57", "58", "25006")
_UNFIT = "22"  # the SQLSTATE class of values no column can hold: a text with a NUL, a number out of range
_TORN = ("XX001", "XX002")  # SQLSTATEs of damaged tables and indexes
_SQLITE_PASSING = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
}
_SQLITE_TORN = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def is_outage(fault: BaseException) -> bool:
    """Whether trying again later may help."""
    if isinstance(fault, OSError | PoolExhausted):
        return True
    if isinstance(fault, DBAPIError) and fault.connection_invalidated:
        return True
    return _state(fault).startswith(_PASSING) or _sqlite_code(fault) in _SQLITE_PASSING


def is_unfit(fault: BaseException) -> bool:
    """Whether the database cannot store, or look for, one of the values."""
    return _state(fault).startswith(_UNFIT)


def is_damage(fault: BaseException) -> bool:
    """Whether the database's file is torn: nothing helps but a backup."""
    return _state(fault) in _TORN or _sqlite_code(fault) in _SQLITE_TORN


def _state(fault: BaseException) -> str:
    """The SQLSTATE of an error; empty if the driver gives none."""
    return getattr(_of_driver(fault), "sqlstate", None) or ""


def _sqlite_code(fault: BaseException) -> int | None:
    """SQLite's primary result code."""
    code: int | None = getattr(_of_driver(fault), "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _of_driver(fault: BaseException) -> BaseException | None:
    return fault.orig if isinstance(fault, DBAPIError) else fault


class DamageFilter(logging.Filter):
    """Logs an error of a damaged database as one sentence, wherever it comes from, instead of a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        fault = record.exc_info[1] if record.exc_info else None
        if fault is not None and is_damage(fault):
            record.msg, record.args, record.exc_info = f"{record.getMessage()}: {DAMAGED}", (), None
        return True
