"""Where games are kept: SQLAlchemy Core over SQLite in a file, or another database of the same tables."""

from .engine import open_store
from .notices import blocks, preferences, presence, subscriptions, told
from .schema import deals, log, people, seats, settings, tables, wishes

__all__ = [
    "blocks",
    "deals",
    "log",
    "open_store",
    "people",
    "preferences",
    "presence",
    "seats",
    "settings",
    "subscriptions",
    "tables",
    "told",
    "wishes",
]
