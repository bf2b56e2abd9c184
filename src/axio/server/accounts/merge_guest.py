"""Moves a guest's games into the account that the guest signs in to."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.bus.local import TABLE
from axio.server.identity.cookies import Person
from axio.server.playing.game_service import GameService
from axio.server.store import log, seats, tables, wishes


async def games_of(connection: AsyncConnection, person: Person) -> Sequence[str]:
    """The tables where a person has a seat."""
    return list(await connection.scalars(select(seats.c.table_id).where(seats.c.person == person)))


async def games_to_bring(connection: AsyncConnection, guest: Person, person: Person) -> Sequence[str]:
    """The guest's tables, except those where the account has a seat already and daily deals."""
    theirs = select(seats.c.table_id).where((seats.c.person == person) | (seats.c.left_by == person))
    seated = select(seats.c.table_id).where((seats.c.person == guest) | (seats.c.left_by == guest))
    wanted = (
        select(tables.c.id)
        .where((tables.c.owner == guest) | tables.c.id.in_(seated))
        .where(tables.c.id.not_in(theirs), tables.c.daily.is_(None))
    )
    return list(await connection.scalars(wanted))


async def bring_games(connection: AsyncConnection, guest: Person, person: Person) -> Sequence[str]:
    """Give the guest's seats and tables to the account; return the tables that changed."""
    found = await games_to_bring(connection, guest, person)
    for column, table in (
        (tables.c.owner, tables.c.id),
        (seats.c.person, seats.c.table_id),
        (seats.c.left_by, seats.c.table_id),
        (log.c.person, log.c.table_id),
        (wishes.c.person, wishes.c.table_id),
    ):
        mine = update(column.table).where(column == guest, table.in_(found))
        await connection.execute(mine.values({column: person}))
    return found


async def reload_tables(game_service: GameService, names: Sequence[str]) -> None:
    """The owner or name of seats changed at these tables: make every process read them again."""
    await game_service.reread(names)
    for name in names:
        game_service.bus.publish(TABLE, {"id": name, "seats": 1})
