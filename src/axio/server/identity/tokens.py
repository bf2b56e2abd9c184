"""API tokens: a program sends one to act for a person. Each is shown once and stored as a hash."""

from __future__ import annotations

import secrets
import time
from hashlib import sha256
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.errors import Denied
from axio.server.store import people, tokens

from .cookies import Person
from .display_names import clean

MOST = 20  # for one account
_PREFIX = "axio_"  # lets people and secret scanners recognise a token
_USED_PRECISION = 600.0  # seconds between two updates of `used`


async def person_of_token(connection: AsyncConnection, token: str) -> Person | None:
    """The owner of a token; None if it is unknown or was removed. Denied if the owner is banned."""
    wanted = select(tokens.c.id, tokens.c.person, tokens.c.used, people.c.banned)
    joined = wanted.join(people, people.c.id == tokens.c.person).where(tokens.c.hash == _hash(token))
    found = (await connection.execute(joined)).first()
    if found is None:
        return None
    if found.banned:
        raise Denied("banned")
    if (found.used or 0.0) < time.time() - _USED_PRECISION:
        await connection.execute(update(tokens).where(tokens.c.id == found.id).values(used=time.time()))
        await connection.commit()
    person: Person = found.person
    return person


async def add_token(connection: AsyncConnection, person: Person, name: str) -> str:
    """Make a token. Only its hash is stored, so nobody can look it up later."""
    held = await connection.scalar(select(func.count()).where(tokens.c.person == person)) or 0
    if held >= MOST:
        raise Denied("too_many_keys", most=MOST)
    token = _PREFIX + secrets.token_urlsafe(32)
    row = {
        "id": secrets.token_hex(16),
        "hash": _hash(token),
        "person": person,
        "name": clean(name) or "Token",
    }
    await connection.execute(insert(tokens), row | {"created": time.time()})
    return token


async def remove_token(connection: AsyncConnection, person: Person, name: str) -> bool:
    mine = (tokens.c.person == person) & (tokens.c.id == name)
    return bool((await connection.execute(delete(tokens).where(mine))).rowcount)


async def remove_tokens(connection: AsyncConnection, person: Person) -> None:
    await connection.execute(delete(tokens).where(tokens.c.person == person))


async def tokens_of(connection: AsyncConnection, person: Person) -> list[Any]:
    wanted = select(tokens).where(tokens.c.person == person).order_by(tokens.c.created)
    return list((await connection.execute(wanted)).all())


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
