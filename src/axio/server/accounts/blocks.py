"""Blocking: whom a person blocks cannot join their tables, be paired with them, or send them phrases."""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection

from sqlalchemy import and_, delete, insert, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.server.identity.cookies import Person
from axio.server.schemas.lobby import Blocked
from axio.server.store import blocks


async def block(engine: AsyncEngine, person: Person, other: Person, name: str) -> None:
    row = {"person": person, "blocked": other, "name": name, "created": time.time()}
    try:
        async with engine.begin() as connection:
            await connection.execute(insert(blocks), {"id": secrets.token_hex(16), **row})
    except IntegrityError:
        pass  # blocked already


async def unblock(engine: AsyncEngine, person: Person, name: str) -> None:
    mine = (blocks.c.id == name) & (blocks.c.person == person)
    async with engine.begin() as connection:
        await connection.execute(delete(blocks).where(mine))


async def blocked(connection: AsyncConnection, person: Person) -> list[Blocked]:
    """Whom this person blocks, the latest first."""
    wanted = select(blocks).where(blocks.c.person == person).order_by(blocks.c.created.desc())
    return [Blocked(id=row.id, name=row.name, since=row.created) for row in await connection.execute(wanted)]


async def blocked_by(connection: AsyncConnection, person: Person) -> set[Person]:
    """Who blocks this person."""
    return set(await connection.scalars(select(blocks.c.person).where(blocks.c.blocked == person)))


async def blocked_pairs(
    connection: AsyncConnection, people: Collection[Person]
) -> set[tuple[Person, Person]]:
    """All pairs in which one of these blocks or is blocked, in both orders."""
    touching = or_(blocks.c.person.in_(people), blocks.c.blocked.in_(people))
    wanted = select(blocks.c.person, blocks.c.blocked).where(touching)
    found = {(row.person, row.blocked) for row in await connection.execute(wanted)}
    return found | {(other, one) for one, other in found}


async def is_blocked_by(connection: AsyncConnection, person: Person, others: Collection[Person]) -> bool:
    """Whether one of these blocks this person."""
    one = select(blocks.c.id).where(and_(blocks.c.blocked == person, blocks.c.person.in_(others)))
    return await connection.scalar(one.limit(1)) is not None
