"""Where games are kept: SQLAlchemy Core over SQLite in a file, or another database of the same tables."""

from .engine import open_store
from .outage import is_outage
from .pulses import downtimes, pulses
from .schema import deals, log, people, seats, settings, tables, wishes

__all__ = [
    "deals",
    "downtimes",
    "is_outage",
    "log",
    "open_store",
    "people",
    "pulses",
    "seats",
    "settings",
    "tables",
    "wishes",
]
