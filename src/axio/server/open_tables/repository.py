"""The rows of an open table. People take seats one after the other, each with a nonce; the last one deals.

Every change is one transaction that first locks the table's row, so that two people cannot take one seat, and
of two who fill the last two seats exactly one deals.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.rules import Malformed, game
from axio.rules.proof import NO_NONCE
from axio.server import store
from axio.server.bots.roster import seated
from axio.server.errors import Denied, NotFound
from axio.server.identity.cookies import Person
from axio.server.identity.display_names import clean
from axio.server.protocol import LiveClock
from axio.server.schemas.tables import NewSeat
from axio.server.settings import Settings
from axio.server.table.clock import first_due
from axio.server.table.deals import Deal
from axio.server.table.table import DEALT, IMPORTED, Chair
from axio.server.table.terms import OPEN, ClockSettings, Terms
from axio.server.table_store.queries import seats_read, terms_columns, terms_of

from .admission import admit

OPEN_SEAT = "open"
_DAY = 86400.0  # seconds
_AT_ONCE = 100  # records that expired, deleted when another one comes
LIVE_WAIT = 900.0  # seconds after which a live table of the lobby expires, unless its owner is online
LONGEST_WAIT = 14 * 86400.0  # seconds after which any other table of the lobby expires


def new_invite() -> str:
    return secrets.token_urlsafe(16)


async def add_open(
    engine: AsyncEngine, owner: Person, game: str, chairs: Sequence[Chair], secret: bytes, terms: Terms
) -> str:
    """Add a table with open seats; return its id."""
    name = secrets.token_hex(8)
    table = {
        "id": name,
        "owner": owner,
        "origin": DEALT,
        "game": game,
        "seats": len(chairs),
        "seed": "",
        "secret": secret,
        "created": time.time(),
        "over": False,
        "practice": False,
        **terms_columns(terms),
        **_waiting(game, len(chairs), terms),
    }
    seats = [{"table_id": name, "seat": seat, **_columns(chair)} for seat, chair in enumerate(chairs)]
    async with engine.begin() as connection:
        await connection.execute(insert(store.tables), table)
        await connection.execute(insert(store.seats), seats)
    return name


def _waiting(game: str, seats: int, terms: Terms) -> dict[str, Any]:
    """Until when a table waits in the lobby, and for which wishes; nothing for any other table."""
    if terms.visibility != OPEN:
        return {}
    wait = LIVE_WAIT if terms.speed == "live" else LONGEST_WAIT
    key = pairing_key(game, seats, terms.clock, rated=terms.rated)
    return {"expires": time.time() + wait, "pairing": key}


def pairing_key(game: str, seats: int, clock: ClockSettings | None, *, rated: bool) -> str:
    """The same text for open tables and wishes that fit each other."""
    if clock is None:
        pace = "untimed"
    elif isinstance(clock, LiveClock):
        pace = f"live {clock.main} {clock.increment}"
    else:
        pace = f"turns {clock.days} {clock.holiday}"
    return f"{game} {seats} {pace} {'rated' if rated else 'free'}"


async def take(
    connection: AsyncConnection,
    table: Any,
    person: Person,
    name: str,
    nonce: bytes,
    wanted: int | None = None,
) -> bool:
    """Take a seat at a locked table; whether that filled it, so that it was dealt."""
    seats = await seats_of(connection, table.id)
    if any(seat.kind == "person" and seat.person == person for seat in seats):
        raise Denied("seated_already", table=table.id)
    await admit(connection, table, person)
    for seat in _seats_for(seats, person, wanted):
        known = name or seat.name or f"Player {seat.seat + 1}"
        await put(connection, table.id, seat.seat, Chair("person", known, None, person, nonce))
    return await deal_if_full(connection, table)


async def deal_if_full(connection: AsyncConnection, table: Any) -> bool:
    seats = await seats_of(connection, table.id)
    if any(seat.kind == OPEN_SEAT for seat in seats):
        return False
    now = time.time()
    deal = Deal(bytes(table.secret), tuple(bytes(seat.nonce) for seat in seats))
    begun = {"began": now, "due": first_due(terms_of(table), now), "pairing": None, "expires": None}
    values = {"seed": deal.seed, **begun}
    await connection.execute(update(store.tables).where(store.tables.c.id == table.id).values(values))
    return True


async def lock(connection: AsyncConnection, which: ColumnElement[bool]) -> Any:
    """The row of an open table, locked until the commit."""
    tables = store.tables
    gathering = (tables.c.seed == "") & which
    locked = await connection.execute(update(tables).where(gathering).values(seed=""))
    if not locked.rowcount:
        found = (await connection.execute(select(tables.c.id).where(which))).first()
        raise NotFound("no_such_table") if found is None else Denied("begun")
    return (await connection.execute(select(tables).where(which))).one()


async def find(connection: AsyncConnection, which: ColumnElement[bool]) -> Any | None:
    """The row of a table, dealt or not; None if there is none."""
    return (await connection.execute(select(store.tables).where(which))).first()


async def seats_of(connection: AsyncConnection, table: str) -> Sequence[Any]:
    here = store.seats.c.table_id == table
    found: Sequence[Any] = (await connection.execute(seats_read().where(here))).all()
    return found


async def put(connection: AsyncConnection, table: str, seat: int, chair: Chair) -> None:
    seats = store.seats
    here = (seats.c.table_id == table) & (seats.c.seat == seat)
    await connection.execute(update(seats).where(here).values(**_columns(chair)))


def open_chair(name: str = "", kept_for: Person | None = None) -> Chair:
    return Chair(OPEN_SEAT, name, None, kept_for, NO_NONCE)


def may_take(seat: Any, person: Person | None) -> bool:
    return seat.kind == OPEN_SEAT and seat.person in (None, person)


def _seats_for(seats: Sequence[Any], person: Person, wanted: int | None) -> Sequence[Any]:
    """All seats kept for this person, or the one asked for, or the first that is free."""
    if kept := [seat for seat in seats if seat.kind == OPEN_SEAT and seat.person == person]:
        return kept
    free = [seat for seat in seats if may_take(seat, person) and wanted in (None, seat.seat)]
    if not free:
        raise Denied("no_free_seat") if wanted is None else Denied("seat_taken", seat=wanted + 1)
    return free[:1]


def _columns(chair: Chair) -> Mapping[str, Any]:
    names = ("kind", "name", "bot", "person", "nonce", "left_by")
    return {name: getattr(chair, name) for name in names}


def chairs_for(name: str, wanted: Sequence[NewSeat], person: Person, nonce: bytes) -> list[Chair]:
    """Chairs for these seats; Malformed if the game has no such number of seats, or there is no such bot."""
    game(name, len(wanted))
    return [chair_for(name, seat, number, person, nonce) for number, seat in enumerate(wanted, start=1)]


def chair_for(game_name: str, wanted: NewSeat, number: int, person: Person, nonce: bytes) -> Chair:
    if wanted.kind == OPEN_SEAT:
        return open_chair()
    if wanted.kind == "bot":
        if not wanted.bot:
            raise Malformed(f"seat {number}: expected the name of a bot")
        label = seated(wanted.bot, game_name)
        return Chair("bot", clean(wanted.name) or label.partition("@")[0], label, None, NO_NONCE)
    return Chair("person", clean(wanted.name) or f"Player {number}", None, person, nonce)


async def make_room(engine: AsyncEngine, settings: Settings, person: Person) -> None:
    """Delete old imported records of guests; Denied if this person has as many as one may have.

    On a server for one machine everything stays.
    """
    if settings.local:
        return
    tables, accounts = store.tables, store.accounts
    imported, guests = tables.c.origin == IMPORTED, tables.c.owner.not_in(select(accounts.c.person))
    old = tables.c.created < time.time() - settings.record_days * _DAY
    async with engine.begin() as connection:
        found = await connection.scalars(select(tables.c.id).where(imported, old, guests).limit(_AT_ONCE))
        await connection.execute(delete(tables).where(tables.c.id.in_([*found])))
        mine = select(func.count()).select_from(tables).where(imported, tables.c.owner == person)
        count = await connection.scalar(mine) or 0
    if count >= settings.records:
        raise Denied("too_many_records", most=settings.records)
