"""Recovery codes: each opens an account once, when its other keys are lost. Shown once, kept as hashes."""

from __future__ import annotations

import secrets
import time
from hashlib import sha256

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.identity.cookies import Person
from axio.server.store import recovery_codes

MANY = 10
_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another
_GROUPS, _LENGTH = 4, 5  # 99 bits: nobody guesses that, so a plain hash will do


async def new_codes(connection: AsyncConnection, person: Person) -> list[str]:
    """Fresh codes; those from before open nothing any more."""
    await connection.execute(delete(recovery_codes).where(recovery_codes.c.person == person))
    return [await reset_code(connection, person) for _ in range(MANY)]


async def reset_code(connection: AsyncConnection, person: Person) -> str:
    """One more code, as for somebody who asks the operator for help."""
    code = "-".join("".join(secrets.choice(_SIGNS) for _ in range(_LENGTH)) for _ in range(_GROUPS))
    row = {"hash": _hash(code), "person": person, "created": time.time()}
    await connection.execute(insert(recovery_codes), row)
    return code


async def use_code(connection: AsyncConnection, person: Person, code: str) -> bool:
    """Whether this is one of the person's codes; it is used up by this."""
    mine = (recovery_codes.c.person == person) & (recovery_codes.c.hash == _hash(code))
    used = await connection.execute(delete(recovery_codes).where(mine))
    return used.rowcount == 1


async def codes_left(connection: AsyncConnection, person: Person) -> int:
    wanted = select(func.count()).where(recovery_codes.c.person == person)
    return await connection.scalar(wanted) or 0


def _hash(code: str) -> str:
    plain = "".join(char for char in code.lower() if char.isalnum())
    return sha256(plain.encode()).hexdigest()
