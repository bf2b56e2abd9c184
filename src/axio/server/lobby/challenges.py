"""Asking somebody to a table: a seat there is kept for them until they answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from sqlalchemy import Select, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.rules.proof import commitment_of
from axio.server.identity.cookies import Person
from axio.server.protocol.site import Challenge
from axio.server.store import people, seats, tables
from axio.server.table.terms import clock_of


async def open_challenges(
    connection: AsyncConnection, persons: Collection[Person]
) -> dict[Person, list[Challenge]]:
    """For each of these the challenges that wait for an answer: those they got, and those they sent."""
    found: dict[Person, list[Challenge]] = defaultdict(list)
    for row in await connection.execute(_kept_seats(persons)):
        if row.asked in persons:
            found[row.asked].append(_card(row, row.asker or "", mine=False))
        if row.owner in persons:
            found[row.owner].append(_card(row, row.name, mine=True))
    return found


def _kept_seats(persons: Collection[Person]) -> Select[Any]:
    """Open seats with a name on them, at tables that are not dealt yet."""
    own = seats.alias("own")
    sits = (own.c.table_id == tables.c.id) & (own.c.kind == "person") & (own.c.person == tables.c.owner)
    asker = select(own.c.name).where(sits).limit(1).scalar_subquery()
    return (
        select(tables, seats.c.seat, seats.c.person.label("asked"), people.c.name, asker.label("asker"))
        .join(seats, seats.c.table_id == tables.c.id)
        .outerjoin(people, people.c.id == seats.c.person)
        .where(tables.c.began.is_(None), tables.c.over.is_(False))
        .where(seats.c.kind == "open", seats.c.person.is_not(None))
        .where(or_(seats.c.person.in_(persons), tables.c.owner.in_(persons)))
        .order_by(tables.c.created)
    )


def _card(row: Any, name: str, *, mine: bool) -> Challenge:
    return Challenge(
        table=row.id,
        game=row.game,
        seats=row.seats,
        clock=clock_of(row.clock),
        rated=row.rated,
        commitment=commitment_of(bytes(row.secret)).hex(),
        name=name,
        mine=mine,
    )
