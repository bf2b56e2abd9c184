"""Accounts: a guest adds keys, and is known by them in every browser."""

from .account import Account, account_called, account_of, ban, call_person, is_account, name_for
from .names import own_name, rename, seat_name
from .recovery_codes import reset_code

__all__ = [
    "Account",
    "account_called",
    "account_of",
    "ban",
    "call_person",
    "is_account",
    "name_for",
    "own_name",
    "rename",
    "reset_code",
    "seat_name",
]
