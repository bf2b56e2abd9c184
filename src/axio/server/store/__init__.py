"""Where games are kept: SQLAlchemy Core over SQLite in a file, or another database of the same tables."""

from .accounts import accounts, challenges, guesses, passkeys, recovery_codes, signins, tokens
from .checkpoints import Checkpoints
from .daily import daily_deals, daily_tries
from .engine import open_store
from .errands import Errands, begin, errands
from .notices import blocks, preferences, presence, subscriptions, told
from .outage import is_outage, is_unfit
from .pulses import downtimes, pulses
from .ratings import rated_games, rated_seats, ratings
from .schema import deals, log, people, seats, settings, tables, wishes

__all__ = [
    "Checkpoints",
    "Errands",
    "accounts",
    "begin",
    "blocks",
    "challenges",
    "daily_deals",
    "daily_tries",
    "deals",
    "downtimes",
    "errands",
    "guesses",
    "is_outage",
    "is_unfit",
    "log",
    "open_store",
    "passkeys",
    "people",
    "preferences",
    "presence",
    "pulses",
    "rated_games",
    "rated_seats",
    "ratings",
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
