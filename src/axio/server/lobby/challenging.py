"""Asking an account to a game, and answering."""

from __future__ import annotations

from sqlalchemy import func, select

from axio.server.accounts import account_called, seat_name
from axio.server.faults import Denied, NotFound
from axio.server.gathering.gathering import hold, open_chair, put
from axio.server.gathering.making import make
from axio.server.gathering.sitting import close_room, get_up, sit_down
from axio.server.house import House
from axio.server.people.identity import Person
from axio.server.protocol.forms import NewSeat, NewTable
from axio.server.store import seats, tables
from axio.server.table.deals import read_nonce

from .blocking import kept_away
from .forms import NewChallenge

_MOST = 20  # challenges of one person that wait for an answer


async def challenge(house: House, person: Person, wanted: NewChallenge) -> str:
    """A new table with a seat kept for somebody; its name."""
    asked = await _asked(house, person, wanted.to)
    async with house.engine.connect() as connection:
        known = await seat_name(connection, person, wanted.name)
    mine, theirs = NewSeat(kind="person", name=known), NewSeat(kind="open")
    table = NewTable(
        game=wanted.game,
        seats=[mine, theirs],
        nonce=wanted.nonce,
        deal=wanted.deal,
        clock=wanted.clock,
        rated=wanted.rated,
    )
    name = await make(house, person, table)
    async with house.engine.begin() as connection:
        await hold(connection, tables.c.id == name)
        await put(connection, name, 1, open_chair(wanted.to, asked))
    house.rooms.changed(name, {person, asked})
    return name


async def _asked(house: House, person: Person, handle: str) -> Person:
    """Whom a handle names; NotFound or Denied if they cannot be asked by this person."""
    waiting = (tables.c.owner == person) & tables.c.began.is_(None) & tables.c.over.is_(False)
    kept = select(func.count()).join(tables, tables.c.id == seats.c.table_id)
    async with house.engine.connect() as connection:
        account = await account_called(connection, handle)
        if account is None or account.person == person:
            raise NotFound("no_such_account")
        if await kept_away(connection, person, [account.person]):
            raise Denied("blocked")
        sent = kept.where(waiting, seats.c.kind == "open", seats.c.person.is_not(None))
        if (await connection.scalar(sent) or 0) >= _MOST:
            raise Denied("too_many_challenges", most=_MOST)
    return account.person


async def accept(house: House, person: Person, name: str, nonce: str | None) -> str:
    """Take the seat that is kept for this person."""
    kept = (seats.c.table_id == name) & (seats.c.kind == "open") & (seats.c.person == person)
    async with house.engine.connect() as connection:
        if await connection.scalar(select(seats.c.seat).where(kept)) is None:
            raise NotFound("no_such_challenge")
    return await sit_down(house, tables.c.id == name, person, read_nonce(nonce))


async def decline(house: House, person: Person, name: str) -> None:
    """Whoever asked takes it back; whoever was asked leaves the seat open."""
    async with house.engine.connect() as connection:
        owner = await connection.scalar(select(tables.c.owner).where(tables.c.id == name))
    if owner == person:
        await close_room(house, name, person)
    else:
        await get_up(house, name, person)
    house.site.refresh(person)
