"""Asking an account to a game, and answering."""

from __future__ import annotations

from sqlalchemy import func, select

from axio.server.accounts import account_called, seat_name
from axio.server.errors import Denied, NotFound
from axio.server.identity.cookies import Person
from axio.server.open_tables.create import make
from axio.server.open_tables.repository import hold, open_chair, put
from axio.server.open_tables.take_seat import close_room, get_up, sit_down
from axio.server.schemas.lobby import NewChallenge
from axio.server.schemas.tables import NewSeat, NewTable
from axio.server.services import Services
from axio.server.store import seats, tables
from axio.server.table.deals import read_nonce

from .blocks import kept_away

_MOST = 20  # challenges of one person that wait for an answer


async def challenge(services: Services, person: Person, wanted: NewChallenge) -> str:
    """A new table with a seat kept for somebody; its name."""
    asked = await _asked(services, person, wanted.to)
    async with services.engine.connect() as connection:
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
    name = await make(services, person, table)
    async with services.engine.begin() as connection:
        await hold(connection, tables.c.id == name)
        await put(connection, name, 1, open_chair(wanted.to, asked))
    services.rooms.changed(name, {person, asked})
    return name


async def _asked(services: Services, person: Person, handle: str) -> Person:
    """Whom a handle names; NotFound or Denied if they cannot be asked by this person."""
    waiting = (tables.c.owner == person) & tables.c.began.is_(None) & tables.c.over.is_(False)
    kept = select(func.count()).join(tables, tables.c.id == seats.c.table_id)
    async with services.engine.connect() as connection:
        account = await account_called(connection, handle)
        if account is None or account.person == person:
            raise NotFound("no_such_account")
        if await kept_away(connection, person, [account.person]):
            raise Denied("blocked")
        sent = kept.where(waiting, seats.c.kind == "open", seats.c.person.is_not(None))
        if (await connection.scalar(sent) or 0) >= _MOST:
            raise Denied("too_many_challenges", most=_MOST)
    return account.person


async def accept(services: Services, person: Person, name: str, nonce: str | None) -> str:
    """Take the seat that is kept for this person."""
    kept = (seats.c.table_id == name) & (seats.c.kind == "open") & (seats.c.person == person)
    async with services.engine.connect() as connection:
        if await connection.scalar(select(seats.c.seat).where(kept)) is None:
            raise NotFound("no_such_challenge")
    return await sit_down(services, tables.c.id == name, person, read_nonce(nonce))


async def decline(services: Services, person: Person, name: str) -> None:
    """Whoever asked takes it back; whoever was asked leaves the seat open."""
    async with services.engine.connect() as connection:
        owner = await connection.scalar(select(tables.c.owner).where(tables.c.id == name))
    if owner == person:
        await close_room(services, name, person)
    else:
        await get_up(services, name, person)
    services.hub.refresh(person)
