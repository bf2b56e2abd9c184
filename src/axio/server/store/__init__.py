"""Where games are kept: SQLAlchemy Core over SQLite in a file, or another database of the same tables."""

from .engine import open_store
from .schema import deals, log, people, seats, settings, tables, wishes

__all__ = ["deals", "log", "open_store", "people", "seats", "settings", "tables", "wishes"]
