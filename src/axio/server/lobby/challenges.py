"""Challenges: a table with a seat that is reserved for somebody until they answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.rules.proof import commitment_of
from axio.server.accounts.account import Account, account_called, must_be_account
from axio.server.accounts.blocks import is_blocked_by
from axio.server.errors import Denied, NotFound
from axio.server.identity.cookies import Person
from axio.server.open_tables.create import create
from axio.server.open_tables.repository import lock, open_chair, put
from axio.server.open_tables.take_seat import close_table, leave_seat, take_seat
from axio.server.open_tables.waiting_room import OpenTables
from axio.server.protocol.hub import Challenge
from axio.server.schemas.lobby import NewChallenge
from axio.server.schemas.tables import NewSeat, NewTable
from axio.server.store import people, seats, tables
from axio.server.table.deals import read_nonce
from axio.server.table_store.queries import clock_settings

LIMIT = 20, 180.0  # challenges of one person at once, and seconds until one more
_MOST = 20  # challenges of one person that wait for an answer
_MOST_TO_ONE = 3  # of them, to the same account
_MOST_GOT = 40  # challenges that wait for one account


async def challenge(open_tables: OpenTables, person: Person, wanted: NewChallenge) -> str:
    """Create a table with a seat reserved for somebody; return its id. Only accounts challenge."""
    async with open_tables.engine.connect() as connection:
        asker = await must_be_account(connection, person)
        asked = await _asked(connection, asker, wanted.to)
    mine, theirs = NewSeat(kind="person", name=asker.handle), NewSeat(kind="open")
    table = NewTable(
        game=wanted.game,
        seats=[mine, theirs],
        nonce=wanted.nonce,
        deal=wanted.deal,
        clock=wanted.clock,
        rated=wanted.rated,
    )
    name = await create(open_tables, person, table)
    async with open_tables.engine.begin() as connection:
        await lock(connection, tables.c.id == name)
        await put(connection, name, 1, open_chair(asked.handle, asked.person))
    open_tables.changed(name, {person, asked.person})
    return name


async def _asked(connection: AsyncConnection, asker: Account, handle: str) -> Account:
    """Whom a handle names; NotFound or Denied if the asker cannot challenge them."""
    account = await account_called(connection, handle)
    if account is None or account.person == asker.person:
        raise NotFound("no_such_account")
    if await is_blocked_by(connection, asker.person, [account.person]):
        raise Denied("blocked")
    sent, got = tables.c.owner == asker.person, seats.c.person == account.person
    for which, most in ((sent, _MOST), (sent & got, _MOST_TO_ONE), (got, _MOST_GOT)):
        if (await connection.scalar(_unanswered(which)) or 0) >= most:
            raise Denied("too_many_challenges", most=most)
    return account


def _unanswered(which: ColumnElement[bool]) -> Select[int]:
    """The number of such challenges that wait for an answer."""
    waiting = tables.c.began.is_(None) & tables.c.over.is_(False)
    kept = (seats.c.kind == "open") & seats.c.person.is_not(None)
    joined = select(func.count()).join_from(seats, tables, tables.c.id == seats.c.table_id)
    return joined.where(waiting, kept, which)


async def accept(open_tables: OpenTables, person: Person, name: str, nonce: str | None) -> str:
    """Take the seat that is reserved for this person."""
    kept = (seats.c.table_id == name) & (seats.c.kind == "open") & (seats.c.person == person)
    async with open_tables.engine.connect() as connection:
        if await connection.scalar(select(seats.c.seat).where(kept)) is None:
            raise NotFound("no_such_challenge")
    return await take_seat(open_tables, tables.c.id == name, person, read_nonce(nonce))


async def decline(open_tables: OpenTables, person: Person, name: str) -> None:
    """The challenger withdraws; somebody who was challenged leaves the seat open to anyone."""
    async with open_tables.engine.connect() as connection:
        owner = await connection.scalar(select(tables.c.owner).where(tables.c.id == name))
    if owner == person:
        await close_table(open_tables, name, person)
    else:
        await leave_seat(open_tables, name, person)


async def open_challenges(
    connection: AsyncConnection, persons: Collection[Person]
) -> dict[Person, list[Challenge]]:
    """For each of these people the unanswered challenges they got and sent."""
    found: dict[Person, list[Challenge]] = defaultdict(list)
    for row in await connection.execute(_kept_seats(persons)):
        if row.asked in persons:
            found[row.asked].append(_card(row, row.asker or "", mine=False))
        if row.owner in persons:
            found[row.owner].append(_card(row, row.name, mine=True))
    return found


def _kept_seats(persons: Collection[Person]) -> Select[Any]:
    """Reserved seats at tables that are not dealt yet."""
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
        clock=clock_settings(row.clock),
        rated=row.rated,
        commitment=commitment_of(bytes(row.secret)).hex(),
        name=name,
        mine=mine,
    )
