"""Where games are kept: SQLAlchemy Core over SQLite in a file, or another database of the same tables."""

from .accounts import accounts, challenges, guesses, passkeys, recovery_codes, signins, tokens
from .engine import open_store
from .notices import blocks, preferences, presence, subscriptions, told
from .schema import deals, log, people, seats, settings, tables, wishes

__all__ = [
    "accounts",
    "blocks",
    "challenges",
    "deals",
    "guesses",
    "log",
    "open_store",
    "passkeys",
    "people",
    "preferences",
    "presence",
    "recovery_codes",
    "seats",
    "settings",
    "signins",
    "subscriptions",
    "tables",
    "tokens",
    "told",
    "wishes",
]
