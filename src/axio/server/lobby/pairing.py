"""Quick pairing: sit down with whoever has waited longest for the same game, or be the one who waits.

Those who wait do so at open tables, so that nothing is kept anywhere else and any process can pair anyone.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import delete, select

from axio.rules.proof import commitment_of
from axio.server.accounts import seat_name
from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.open_tables.create import make
from axio.server.open_tables.repository import hold, seats_of, take
from axio.server.open_tables.take_seat import seat_changed, sit_down
from axio.server.schemas.lobby import Paired, Pairing
from axio.server.schemas.tables import NewSeat, NewTable
from axio.server.services import Services
from axio.server.store import seats, tables
from axio.server.table.deals import read_nonce

from .lists import Lists


async def pair(services: Services, person: Person, wanted: Pairing) -> Paired:
    """The table where this person sits from now on."""
    table = await _seated(services, person, wanted)
    async with services.engine.connect() as connection:
        secret = await connection.scalar(select(tables.c.secret).where(tables.c.id == table))
    return Paired(id=table, commitment=commitment_of(bytes(secret or b"")).hex())


async def _seated(services: Services, person: Person, wanted: Pairing) -> str:
    nonce = read_nonce(wanted.nonce)
    async with services.engine.connect() as connection:
        wanted = msgspec.structs.replace(wanted, name=await seat_name(connection, person, wanted.name))
    for table in await _fitting(services, person, wanted):
        try:
            return await sit_down(services, tables.c.id == table, person, nonce, wanted.name)
        except Denied:
            continue  # somebody else was faster
    own = await make(services, person, _new_table(wanted))
    for table in await _fitting(services, person, wanted):  # made in the same moment, by somebody like us
        if await _move(services, person, own, table, wanted):
            return table
    return own


async def _fitting(services: Services, person: Person, wanted: Pairing) -> Sequence[str]:
    """Open tables of exactly this kind that this person may sit down at, the longest waiting first."""
    async with services.engine.connect() as connection:
        lists = await Lists.read(connection, [person])
    kind = (wanted.game, wanted.seats, wanted.clock, wanted.rated)
    return [
        table.table
        for table in lists.seen_by(person).open
        if table.may and (table.game, len(table.seats), table.clock, table.rated) == kind
    ]


async def _move(services: Services, person: Person, own: str, other: str, wanted: Pairing) -> bool:
    """Give up a table where one sits alone for a seat at another; whether that was still possible."""
    try:
        async with services.engine.begin() as connection:
            # Always in the same order, or two who move towards each other would wait for each other.
            held = {name: await hold(connection, tables.c.id == name) for name in sorted((own, other))}
            if any(seat.person not in (None, person) for seat in await seats_of(connection, own)):
                return False
            await connection.execute(delete(seats).where(seats.c.table_id == own))
            await connection.execute(delete(tables).where(tables.c.id == own))
            dealt = await take(connection, held[other], person, wanted.name or "", read_nonce(wanted.nonce))
            there = {seat.person for seat in await seats_of(connection, other)} - {None}
    except Denied:
        return False
    services.rooms.changed(own, set(), listed=True)
    await seat_changed(services, held[other], there, dealt=dealt)
    return True


def _new_table(wanted: Pairing) -> NewTable:
    others = [NewSeat(kind="open") for _ in range(wanted.seats - 1)]
    return NewTable(
        game=wanted.game,
        seats=[NewSeat(kind="person", name=wanted.name), *others],
        nonce=wanted.nonce,
        deal=wanted.deal,
        clock=wanted.clock,
        rated=wanted.rated,
        visibility="open",
    )
