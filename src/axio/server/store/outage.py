"""Why a database failed: because of what it was given, or because it is away for a while."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolExhausted

# Lost connections, no room, somebody else's lock first, a shutdown, a standby that takes no writes.
_PASSING = ("08", "53", "40", "57", "25006")


_UNFIT = "22"  # a text with a zero in it, a number out of range: data no column can hold


def is_unfit(fault: BaseException) -> bool:
    """True for values that the database cannot keep, nor look for."""
    return isinstance(fault, DBAPIError) and _state(fault).startswith(_UNFIT)


def is_outage(fault: BaseException) -> bool:
    """True for whatever asking again later may cure."""
    if isinstance(fault, OSError | PoolExhausted):
        return True
    if not isinstance(fault, DBAPIError):
        return False
    return fault.connection_invalidated or _state(fault).startswith(_PASSING)


def _state(fault: DBAPIError) -> str:
    """Five signs of the SQL standard; nothing where the driver tells none."""
    return getattr(fault.orig, "sqlstate", None) or ""
