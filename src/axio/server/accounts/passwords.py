"""Passwords, kept with Argon2 and checked in threads of their own, a few at a time."""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from axio.server.errors import Unfit

from .handles import folded

LEAST, MOST = 10, 200
_DIFFERENT = 5  # characters

# What OWASP advises for Argon2id. Raising it later is enough: old hashes are renewed when they are used.
_HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_THREADS = ThreadPoolExecutor(2, thread_name_prefix="passwords")  # so much memory and time, and no more


def read_password(text: str, handle: str) -> str:
    """A password as it is hashed; Unfit if it is too short or too plain."""
    password = unicodedata.normalize("NFKC", text)
    if not LEAST <= len(password) <= MOST:
        raise Unfit("password_length", least=LEAST, most=MOST)
    if len(set(password)) < _DIFFERENT or folded(password) == folded(handle):
        raise Unfit("password_plain")
    return password


async def hashed(password: str) -> str:
    kept: str = await _in_thread(_HASHER.hash, unicodedata.normalize("NFKC", password))
    return kept


async def matches(kept: str | None, password: str) -> bool:
    """Whether this is the password. Takes as long where none is kept: nobody learns which handles exist."""
    right: bool = await _in_thread(_verified, kept or _nobodys(), unicodedata.normalize("NFKC", password))
    return right and kept is not None


def is_outdated(kept: str) -> bool:
    return _HASHER.check_needs_rehash(kept)


async def _in_thread(work, *values: str):  # type: ignore[no-untyped-def]
    return await asyncio.get_running_loop().run_in_executor(_THREADS, work, *values)


def _verified(kept: str, password: str) -> bool:
    try:
        return _HASHER.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False


@cache
def _nobodys() -> str:
    return _HASHER.hash(secrets.token_hex(16))
