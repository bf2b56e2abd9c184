"""Passwords: rules, hashing and checking with Argon2, a few at a time in threads."""

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
_DIFFERENT = 5  # distinct characters at least

# OWASP's parameters for Argon2id. They may be raised: old hashes are renewed at the next sign-in.
_HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_THREADS = ThreadPoolExecutor(2, thread_name_prefix="passwords")  # limits memory and CPU time


def read_password(text: str, handle: str) -> str:
    """The password, normalised; Unfit if it is too short or too easy to guess."""
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
    """Whether this is the password. Takes as long without a hash, so nobody learns which handles exist."""
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
