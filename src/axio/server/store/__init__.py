"""Where games are kept: SQLAlchemy Core over SQLite in a file, or another database of the same tables."""

from .accounts import accounts
from .daily import daily_deals, daily_tries
from .engine import open_store
from .ratings import rated_games, rated_seats, ratings
from .schema import deals, log, people, seats, settings, tables

__all__ = [
    "accounts",
    "daily_deals",
    "daily_tries",
    "deals",
    "log",
    "open_store",
    "people",
    "rated_games",
    "rated_seats",
    "ratings",
    "seats",
    "settings",
    "tables",
]
