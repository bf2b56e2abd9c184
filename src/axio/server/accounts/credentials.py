"""Credentials: passwords, hashed with Argon2, and recovery codes, each of which signs in once."""

from __future__ import annotations

import asyncio
import secrets
import time
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.errors import Unfit
from axio.server.identity.cookies import Person
from axio.server.store import recovery_codes

from .handles import folded

LEAST, MOST = 10, 200
_DIFFERENT = 5  # distinct characters at least

# OWASP's parameters for Argon2id. They may be raised: old hashes are renewed at the next sign-in.
_HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_THREADS = ThreadPoolExecutor(2, thread_name_prefix="passwords")  # limits memory and CPU time
MANY = 10
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without characters that look alike
_GROUPS, _LENGTH = 4, 5  # 99 bits cannot be guessed, so a plain hash is enough


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


async def new_codes(connection: AsyncConnection, person: Person) -> list[str]:
    """Make new codes; the old ones become invalid."""
    await connection.execute(delete(recovery_codes).where(recovery_codes.c.person == person))
    return [await reset_code(connection, person) for _ in range(MANY)]


async def reset_code(connection: AsyncConnection, person: Person) -> str:
    """Make one more code, for example for somebody who asks the operator for help."""
    code = "-".join("".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH)) for _ in range(_GROUPS))
    row = {"hash": _hash(code), "person": person, "created": time.time()}
    await connection.execute(insert(recovery_codes), row)
    return code


async def use_code(connection: AsyncConnection, person: Person, code: str) -> bool:
    """Use up a code; whether it was one of the person's."""
    mine = (recovery_codes.c.person == person) & (recovery_codes.c.hash == _hash(code))
    used = await connection.execute(delete(recovery_codes).where(mine))
    return used.rowcount == 1


async def codes_left(connection: AsyncConnection, person: Person) -> int:
    wanted = select(func.count()).where(recovery_codes.c.person == person)
    return await connection.scalar(wanted) or 0


def _hash(code: str) -> str:
    plain = "".join(char for char in code.lower() if char.isalnum())
    return sha256(plain.encode()).hexdigest()
