"""Taking a seat at an open table, leaving it, changing who is expected there, and closing the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.rules import Malformed
from axio.rules.proof import NO_NONCE
from axio.server import store
from axio.server.accounts.account import named, seat_name
from axio.server.errors import Denied, NotDealt
from axio.server.identity.cookies import Person
from axio.server.playing.leave_game import resign_everything
from axio.server.schemas.tables import NewSeat
from axio.server.store import tables
from axio.server.table.day import today
from axio.server.table.table import IMPORTED
from axio.server.table.terms import OPEN

from .admission import admit_bots
from .repository import chair_for, deal_if_full, lock, open_chair, put, seats_of, take
from .waiting_room import OpenTables


async def take_seat(
    open_tables: OpenTables,
    which: ColumnElement[bool],
    person: Person,
    nonce: bytes = NO_NONCE,
    name: str | None = None,
    seat: int | None = None,
) -> str:
    """Take a seat at the table that `which` selects; return its id."""
    async with open_tables.engine.begin() as connection:
        table = await lock(connection, which)
        known = await seat_name(connection, person, name)
        dealt = await take(connection, table, person, known, nonce, seat)
        people = {each.person for each in await seats_of(connection, table.id)} - {None}
    await seat_changed(open_tables, table, people if dealt else people - {person}, dealt=dealt)
    return str(table.id)


async def leave_seat(open_tables: OpenTables, name: str, person: Person) -> None:
    """Leave a seat before the deal, open to anyone. The owner has to close the table instead."""
    async with open_tables.engine.begin() as connection:
        table = await lock(connection, tables.c.id == name)
        mine = [seat.seat for seat in await seats_of(connection, name) if seat.person == person]
        if not mine or person == table.owner:
            raise Denied("not_seated" if not mine else "close_instead")
        for seat in mine:
            await put(connection, name, seat, open_chair())
    await seat_changed(open_tables, table, {table.owner}, dealt=False)


async def change_seat(
    open_tables: OpenTables, name: str, person: Person, number: int, wanted: NewSeat
) -> None:
    """The owner puts a bot on another seat, or opens it."""
    async with open_tables.engine.begin() as connection:
        table = await lock(connection, tables.c.id == name)
        seats = await seats_of(connection, name)
        if person != table.owner:
            raise Denied("not_yours")
        if number >= len(seats) or wanted.kind == "person" or seats[number].person == person:
            raise Malformed(f"seat {number + 1}: expected a bot, or open, on a seat that is not your own")
        chair = chair_for(table.game, wanted, number + 1, person, NO_NONCE)
        await named(connection, person, [chair])
        if chair.kind == "bot" and not open_tables.game_service.settings.local:
            await admit_bots(connection, person)
        await put(connection, name, number, chair)
        dealt = await deal_if_full(connection, table)
        others = {each.person for each in seats} - {None, person}
    await seat_changed(open_tables, table, others, dealt=dealt)


async def close_table(open_tables: OpenTables, name: str, person: Person) -> None:
    """The owner removes a table before the deal."""
    async with open_tables.engine.begin() as connection:
        table = await lock(connection, tables.c.id == name)
        if person != table.owner:
            raise Denied("not_yours")
        await connection.execute(delete(store.seats).where(store.seats.c.table_id == name))
        await connection.execute(delete(tables).where(tables.c.id == name))
    open_tables.changed(name, set(), listed=table.visibility == OPEN)


async def seat_changed(open_tables: OpenTables, table: Any, others: set[Person], *, dealt: bool) -> None:
    open_tables.changed(table.id, others, listed=table.visibility == OPEN)
    if dealt:
        await open_tables.begin(table.id)


async def leave_unfinished(open_tables: OpenTables, person: Person) -> None:
    """Leave every unfinished game of a person, and remove the records they brought."""
    async with open_tables.engine.connect() as connection:
        found = await _unfinished(connection, person)
    for name, owner in found:
        await _leave(open_tables, name, person, owns=owner == person)


async def _unfinished(connection: AsyncConnection, person: Person) -> Sequence[tuple[str, Person]]:
    """A person's unfinished games and imported records, with their owners; not today's daily deals."""
    seated = select(store.seats.c.table_id).where(store.seats.c.person == person)
    mine = (tables.c.owner == person) | tables.c.id.in_(seated)
    unfinished = tables.c.over.is_(False) | (tables.c.origin == IMPORTED)
    past = tables.c.daily.is_(None) | (tables.c.daily < today().isoformat())
    found = await connection.execute(select(tables.c.id, tables.c.owner).where(mine, unfinished, past))
    return [(row.id, row.owner) for row in found]


async def _leave(open_tables: OpenTables, name: str, person: Person, *, owns: bool) -> None:
    """Resign where others play or the game is rated; remove a table that concerns nobody else."""
    game_service = open_tables.game_service
    try:
        live = await game_service.table_cache.find(name)
    except NotDealt:
        await (close_table if owns else leave_seat)(open_tables, name, person)
        return
    if live.table.together or live.table.terms.rated:
        await resign_everything(game_service, live, person)
    else:
        await game_service.remove(live)
