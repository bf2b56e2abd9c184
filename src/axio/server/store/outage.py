"""Whether a database failed because of what it was asked, or because it is away for a while."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolExhausted

# Lost connections, no room, somebody else's lock first, a shutdown, a standby that takes no writes.
_PASSING = ("08", "53", "40", "57", "25006")


def is_outage(fault: BaseException) -> bool:
    """True for whatever asking again later may cure."""
    if isinstance(fault, OSError | PoolExhausted):
        return True
    if not isinstance(fault, DBAPIError):
        return False
    state = getattr(fault.orig, "sqlstate", None)
    return fault.connection_invalidated or (state or "").startswith(_PASSING)
