"""Tokens: by these, programs are known as a person is by a cookie. Shown once, kept as hashes."""

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
_MARK = "axio_"  # so that people, and programs that look for leaked secrets, know one when they see it
_NOTED = 600.0  # seconds: how exactly `used` is kept


async def person_of_token(connection: AsyncConnection, token: str) -> Person | None:
    """Whose token this is; None for one that is unknown or was taken back. Denied if its owner is banned."""
    wanted = select(tokens.c.id, tokens.c.person, tokens.c.used, people.c.banned)
    joined = wanted.join(people, people.c.id == tokens.c.person).where(tokens.c.hash == _hash(token))
    found = (await connection.execute(joined)).first()
    if found is None:
        return None
    if found.banned:
        raise Denied("banned")
    if (found.used or 0.0) < time.time() - _NOTED:
        await connection.execute(update(tokens).where(tokens.c.id == found.id).values(used=time.time()))
        await connection.commit()
    person: Person = found.person
    return person


async def add_token(connection: AsyncConnection, person: Person, name: str) -> str:
    """A new token, which nobody can look up later."""
    held = await connection.scalar(select(func.count()).where(tokens.c.person == person)) or 0
    if held >= MOST:
        raise Denied("too_many_keys", most=MOST)
    token = _MARK + secrets.token_urlsafe(32)
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


async def tokens_of(connection: AsyncConnection, person: Person) -> list[Any]:
    wanted = select(tokens).where(tokens.c.person == person).order_by(tokens.c.created)
    return list((await connection.execute(wanted)).all())


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
