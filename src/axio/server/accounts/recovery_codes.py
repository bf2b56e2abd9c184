"""Recovery codes: each signs in once, when all other credentials are lost. Shown once, stored as hashes."""

from __future__ import annotations

import secrets
import time
from hashlib import sha256

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.identity.cookies import Person
from axio.server.store import recovery_codes

MANY = 10
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without characters that look alike
_GROUPS, _LENGTH = 4, 5  # 99 bits cannot be guessed, so a plain hash is enough


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
