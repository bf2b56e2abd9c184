"""Deleting everything about a person. Games stay for the others, with a name that is nobody's."""

from __future__ import annotations

import time
from collections.abc import Sequence

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.bus import KEYS
from axio.server.house import House
from axio.server.identity import Person, new_person
from axio.server.store import people, seats, tables
from axio.server.tables import IMPORTED

from .handles import GONE
from .moving import tell_tables
from .names import rename_in_games
from .traces import TRACES


async def delete_person(house: House, person: Person) -> None:
    """Leave running games, then replace or delete every trace in one transaction."""
    async with house.engine.connect() as connection:
        alone = await _alone(connection, person)
    for name in alone:
        await house.hall.shelf.remove(await house.hall.shelf.find(name))
    async with house.engine.begin() as connection:
        touched = await _forget(connection, person)
    house.bus.publish(KEYS, {"person": person})
    await tell_tables(house, touched)


async def _alone(connection: AsyncConnection, person: Person) -> Sequence[str]:
    """Games that concern nobody else: unfinished ones, and those brought here to be watched."""
    others = select(seats.c.table_id).where(seats.c.person != person)
    seated = select(seats.c.table_id).where(seats.c.person == person)
    mine = (tables.c.owner == person) | tables.c.id.in_(seated)
    loose = tables.c.over.is_(False) | (tables.c.origin == IMPORTED)
    wanted = select(tables.c.id).where(mine, loose, tables.c.id.not_in(others))
    return list(await connection.scalars(wanted))


async def _forget(connection: AsyncConnection, person: Person) -> Sequence[str]:
    nobody = new_person()
    row = {"id": nobody, "name": GONE, "created": time.time()}
    await connection.execute(insert(people), row)
    touched = await rename_in_games(connection, person, None, GONE)
    for trace in TRACES:
        mine = trace.column == person
        if trace.stays:
            await connection.execute(update(trace.column.table).where(mine).values({trace.column: nobody}))
        else:
            await connection.execute(delete(trace.column.table).where(mine))
    return touched
