"""Quick pairing: take a seat at the table that has waited longest for the same game, or create one.

People wait at open tables: there is no other queue, and any process can pair anyone.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
from sqlalchemy import ColumnElement, Select, delete, exists, func, or_, select, true
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.rules.proof import commitment_of
from axio.server.accounts.account import seat_name
from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.open_tables.create import create
from axio.server.open_tables.repository import lock, pairing_key, seats_of, take
from axio.server.open_tables.take_seat import seat_changed, take_seat
from axio.server.open_tables.waiting_room import OpenTables
from axio.server.schemas.lobby import Paired, Pairing
from axio.server.schemas.tables import NewSeat, NewTable
from axio.server.store import blocks, ratings, seats, tables
from axio.server.table.deals import read_nonce
from axio.server.table.terms import Terms, clock_for

from .online import are_here

_TRIED = 20  # tables at most, should others be faster


async def pair(open_tables: OpenTables, person: Person, wanted: Pairing) -> Paired:
    """Find or create a table for this person, and seat them there."""
    table = await _seated(open_tables, person, wanted)
    async with open_tables.engine.connect() as connection:
        secret = await connection.scalar(select(tables.c.secret).where(tables.c.id == table))
    return Paired(id=table, commitment=commitment_of(bytes(secret or b"")).hex())


async def _seated(open_tables: OpenTables, person: Person, wanted: Pairing) -> str:
    nonce, clock = read_nonce(wanted.nonce), clock_for(wanted.clock, rated=wanted.rated)
    async with open_tables.engine.connect() as connection:
        name = await seat_name(connection, person, wanted.name)
    wanted = msgspec.structs.replace(wanted, name=name, clock=clock)
    for table in await _fitting(open_tables.engine, person, wanted):
        try:
            return await take_seat(open_tables, tables.c.id == table, person, nonce, wanted.name)
        except Denied:
            continue  # somebody else was faster
    own = await create(open_tables, person, _new_table(wanted))
    for table in await _fitting(open_tables.engine, person, wanted):  # created meanwhile
        if await _move(open_tables, person, own, table, wanted):
            return table
    return own


async def _fitting(engine: AsyncEngine, person: Person, wanted: Pairing) -> Sequence[str]:
    """Open tables of exactly this kind that this person may join.

    Those whose people are here come first, then the longest waiting.
    """
    key = pairing_key(wanted.game, wanted.seats, wanted.clock, rated=wanted.rated)
    speed = Terms(clock=wanted.clock).speed
    here = are_here()
    fits = tables.c.pairing == key, tables.c.began.is_(None), tables.c.over.is_(False)
    lasts = tables.c.expires > time.time()
    apart = ~exists().where(seats.c.table_id == tables.c.id, _is_not_for(person))
    async with engine.connect() as connection:
        within = _within(await connection.scalar(_rating(person, wanted.game, speed)))
        found = select(tables.c.id).where(*fits, lasts, apart, within)
        if speed != "turns":
            found = found.where(here)
        return list(await connection.scalars(found.order_by(here.desc(), tables.c.created).limit(_TRIED)))


def _is_not_for(person: Person) -> ColumnElement[bool]:
    """Whether somebody sits at a seat whom this person cannot meet: themselves, or somebody blocked."""
    met = or_(
        (blocks.c.person == person) & (blocks.c.blocked == seats.c.person),
        (blocks.c.blocked == person) & (blocks.c.person == seats.c.person),
    )
    return or_(seats.c.person == person, exists().where(met))


def _rating(person: Person, game: str, speed: str) -> Select[tuple[int]]:
    mine = (ratings.c.player == person) & (ratings.c.game == game) & (ratings.c.speed == speed)
    return select(ratings.c.shown).where(mine)


def _within(rating: int | None) -> ColumnElement[bool]:
    """Whether a table takes people with this rating; one with a range takes nobody without."""
    low, high = tables.c.rating_from, tables.c.rating_to
    if rating is None:
        return low.is_(None) & high.is_(None)
    return func.coalesce(low <= rating, true()) & func.coalesce(high >= rating, true())


async def _move(open_tables: OpenTables, person: Person, own: str, other: str, wanted: Pairing) -> bool:
    """Leave one's own table, if nobody joined it, for a seat at another; whether that was possible."""
    try:
        async with open_tables.engine.begin() as connection:
            # Always in the same order, or two who move at the same time would deadlock.
            held = {name: await lock(connection, tables.c.id == name) for name in sorted((own, other))}
            if any(seat.person not in (None, person) for seat in await seats_of(connection, own)):
                return False
            await connection.execute(delete(seats).where(seats.c.table_id == own))
            await connection.execute(delete(tables).where(tables.c.id == own))
            dealt = await take(connection, held[other], person, wanted.name or "", read_nonce(wanted.nonce))
            there = {seat.person for seat in await seats_of(connection, other)} - {None}
    except Denied:
        return False
    open_tables.changed(own, set(), listed=True)
    await seat_changed(open_tables, held[other], there, dealt=dealt)
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
