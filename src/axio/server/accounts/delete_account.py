"""Deleting everything about a person. Games stay for the others, with a name that is nobody's."""

from __future__ import annotations

import time
from collections.abc import Sequence

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.bus.local import KEYS
from axio.server.errors import NotDealt
from axio.server.identity.cookies import Person, new_person
from axio.server.open_tables.take_seat import close_room, get_up
from axio.server.playing.game_service import Stale
from axio.server.playing.leave_game import resign
from axio.server.services import Services
from axio.server.store import people, seats, tables
from axio.server.table.table import IMPORTED, Table

from .handles import GONE
from .merge_guest import tell_tables
from .names import rename_in_games
from .personal_data import TRACES


async def delete_person(services: Services, person: Person) -> None:
    """Leave what is unfinished, then replace or delete every trace in one transaction."""
    async with services.engine.connect() as connection:
        loose = await _loose(connection, person)
    for name, owner in loose:
        await _leave(services, name, person, owns=owner == person)
    async with services.engine.begin() as connection:
        touched = await _forget(connection, person)
    services.bus.publish(KEYS, {"person": person})
    await tell_tables(services, touched)


async def _loose(connection: AsyncConnection, person: Person) -> Sequence[tuple[str, Person]]:
    """A person's unfinished games, and those they brought here to watch, with their owners."""
    seated = select(seats.c.table_id).where(seats.c.person == person)
    mine = (tables.c.owner == person) | tables.c.id.in_(seated)
    unfinished = tables.c.over.is_(False) | (tables.c.origin == IMPORTED)
    found = await connection.execute(select(tables.c.id, tables.c.owner).where(mine, unfinished))
    return [(row.id, row.owner) for row in found]


async def _leave(services: Services, name: str, person: Person, *, owns: bool) -> None:
    """Resign among others; a table that concerns nobody else is taken away."""
    try:
        table = await services.game_service.table_cache.find(name)
    except NotDealt:
        await (close_room if owns else get_up)(services, name, person)
        return
    if not table.together:
        await services.game_service.remove(table)
        return
    for seat in table.seats_of(person):
        await _resign(services, table, person, seat)


async def _resign(services: Services, table: Table, person: Person, seat: int) -> None:
    while seat in table.seats_of(person) and not table.closed:
        try:
            await resign(services.game_service, table, person, seat)
        except Stale:
            continue  # another process wrote first, and the table was read again
        return


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
