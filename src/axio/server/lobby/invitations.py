"""Asking somebody to a table: a seat is kept for them until they answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from sqlalchemy import Select, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.identity import Person
from axio.server.site_protocol import Challenge
from axio.server.store import invitations, people, tables


async def open_challenges(
    connection: AsyncConnection, persons: Collection[Person]
) -> dict[Person, list[Challenge]]:
    """For each of these the invitations that wait for an answer: those they got, and those they sent."""
    found: dict[Person, list[Challenge]] = defaultdict(list)
    for row in await connection.execute(_open(persons)):
        for person, other, mine in (
            (row.person, row.challenger_name, False),
            (row.challenger, row.person_name, True),
        ):
            if person in persons:
                found[person].append(_card(row, other or "", mine))
    return found


def _open(persons: Collection[Person]) -> Select[Any]:
    one, other = people.alias("one"), people.alias("other")
    return (
        select(invitations, tables.c.game, tables.c.seats, tables.c.clock, tables.c.rated)
        .add_columns(one.c.name.label("challenger_name"), other.c.name.label("person_name"))
        .join(tables, tables.c.id == invitations.c.table_id)
        .outerjoin(one, one.c.id == invitations.c.challenger)
        .outerjoin(other, other.c.id == invitations.c.person)
        .where(tables.c.began.is_(None))
        .where(or_(invitations.c.person.in_(persons), invitations.c.challenger.in_(persons)))
        .order_by(invitations.c.created)
    )


def _card(row: Any, name: str, mine: bool) -> Challenge:
    return Challenge(
        id=row.id,
        table=row.table_id,
        game=row.game,
        seats=row.seats,
        clock=row.clock,
        rated=row.rated,
        name=name,
        mine=mine,
    )
