"""Sitting down at a table that gathers people, getting up again, and changing who is waited for."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, delete

from axio.rules import Malformed
from axio.rules.proof import NO_NONCE
from axio.server import store
from axio.server.accounts import seat_name
from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.schemas.tables import NewSeat
from axio.server.services import Services
from axio.server.store import tables
from axio.server.table.terms import OPEN

from .repository import deal_if_full, hold, open_chair, put, seats_of, take
from .seat_specs import chair_for


async def sit_down(
    services: Services,
    which: ColumnElement[bool],
    person: Person,
    nonce: bytes = NO_NONCE,
    name: str | None = None,
    seat: int | None = None,
) -> str:
    """Take a seat at the table that `which` names; the table's name."""
    async with services.engine.begin() as connection:
        table = await hold(connection, which)
        known = await seat_name(connection, person, name)
        dealt = await take(connection, table, person, known, nonce, seat)
        people = {each.person for each in await seats_of(connection, table.id)} - {None}
    await seat_changed(services, table, people if dealt else people - {person}, dealt=dealt)
    return str(table.id)


async def get_up(services: Services, name: str, person: Person) -> None:
    """Give a seat back before the deal; anyone may take it then. Whoever made the table closes it."""
    async with services.engine.begin() as connection:
        table = await hold(connection, tables.c.id == name)
        mine = [seat.seat for seat in await seats_of(connection, name) if seat.person == person]
        if not mine or person == table.owner:
            raise Denied("not_seated" if not mine else "close_instead")
        for seat in mine:
            await put(connection, name, seat, open_chair())
    await seat_changed(services, table, {table.owner}, dealt=False)


async def change_seat(services: Services, name: str, person: Person, number: int, wanted: NewSeat) -> None:
    """Whoever made the table puts a bot on a seat that is not their own, or opens it."""
    async with services.engine.begin() as connection:
        table = await hold(connection, tables.c.id == name)
        seats = await seats_of(connection, name)
        if person != table.owner:
            raise Denied("not_yours")
        if number >= len(seats) or wanted.kind == "person" or seats[number].person == person:
            raise Malformed(f"seat {number + 1}: expected a bot, or open, on a seat that is not your own")
        await put(connection, name, number, chair_for(table.game, wanted, number + 1, person, NO_NONCE))
        dealt = await deal_if_full(connection, table)
        others = {each.person for each in seats} - {None, person}
    await seat_changed(services, table, others, dealt=dealt)


async def close_room(services: Services, name: str, person: Person) -> None:
    """Take a table away that was not dealt yet."""
    async with services.engine.begin() as connection:
        table = await hold(connection, tables.c.id == name)
        if person != table.owner:
            raise Denied("not_yours")
        await connection.execute(delete(store.seats).where(store.seats.c.table_id == name))
        await connection.execute(delete(tables).where(tables.c.id == name))
    services.rooms.changed(name, set(), listed=table.visibility == OPEN)


async def seat_changed(services: Services, table: Any, others: set[Person], *, dealt: bool) -> None:
    services.rooms.changed(table.id, others, listed=table.visibility == OPEN)
    if dealt:
        services.bot_driver.wake(await services.game_service.table_cache.find(table.id))
