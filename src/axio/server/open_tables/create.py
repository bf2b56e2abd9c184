"""New tables: dealt here, gathering people, played again, going on from a record, or brought to watch."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import delete, insert, select

from axio.rules import Malformed, Record, read_record
from axio.rules.proof import NO_NONCE, commitment_of
from axio.server.accounts import own_name
from axio.server.bots.roster import SUBSTITUTE, plain, seated
from axio.server.errors import Denied, NotFound
from axio.server.identity.cookies import Person
from axio.server.identity.display_names import clean
from axio.server.schemas.tables import Committed, NewTable
from axio.server.services import Services
from axio.server.store import deals
from axio.server.table.deals import Deal, new_secret, read_nonce
from axio.server.table.history import END, MOVE, History, Row
from axio.server.table.table import CONTINUED, DEALT, IMPORTED, Chair, Table
from axio.server.table.terms import OPEN, Terms

from .admission import admit_rated
from .rematch import rematch
from .repository import OPEN_SEAT, gather, new_invite
from .seat_specs import chairs_for

_UNUSED = 86400.0  # seconds a commitment waits for its table


async def commit(services: Services, person: Person) -> Committed:
    """A secret taken and committed to, before anyone gives a nonce."""
    name, secret, now = secrets.token_hex(16), new_secret(), time.time()
    async with services.engine.begin() as connection:
        await connection.execute(delete(deals).where(deals.c.created < now - _UNUSED))
        row = {"id": name, "person": person, "secret": secret, "created": now}
        await connection.execute(insert(deals), row)
    return Committed(deal=name, commitment=commitment_of(secret).hex())


async def make(services: Services, person: Person, wanted: NewTable) -> str:
    """The table a browser asks for, saved; its name."""
    nonce = read_nonce(wanted.nonce)
    if wanted.again is not None:
        return await _again(services, person, wanted, nonce)
    if wanted.game is None or wanted.seats is None:
        raise Malformed("expected `game` and `seats`, or `from`")
    if wanted.record is not None:
        chairs = chairs_for(wanted.game, wanted.seats, person, NO_NONCE)
        return await _seated(services, _continued(wanted.record, wanted.game, person, chairs))
    async with services.engine.connect() as connection:
        asked, terms = chairs_for(wanted.game, wanted.seats, person, nonce), _terms(wanted, wanted.game)
        await admit_rated(connection, person, rated=terms.rated)
        chairs = await own_name(connection, person, asked)
    secret = await _secret(services, person, wanted.deal)
    if any(chair.kind == OPEN_SEAT for chair in chairs):
        return await _gathered(services, person, wanted.game, chairs, secret, terms)
    return await _seated(services, _dealt(person, wanted.game, chairs, secret, terms))


async def bring(services: Services, person: Person, text: bytes) -> str:
    """A record from outside, as a table to be watched; its name."""
    record = read_record(text)
    names = [clean(players[-1].name) if players else "" for players in record.players] or [""] * record.seats
    chairs = [
        Chair("person", name or f"Player {number}", None, None, NO_NONCE)
        for number, name in enumerate(names, start=1)
    ]
    return await _seated(services, _recorded(record, person, IMPORTED, chairs))


async def _seated(services: Services, table: Table) -> str:
    await services.game_service.table_cache.add(table)
    services.bot_driver.wake(table)
    return table.id


async def _gathered(
    services: Services, person: Person, game: str, chairs: Sequence[Chair], secret: bytes, terms: Terms
) -> str:
    if not any(chair.kind == "person" for chair in chairs):
        raise Malformed("seats: expected a seat for yourself beside the open ones")
    name = await gather(services.engine, person, game, chairs, secret, replace(terms, invite=new_invite()))
    services.rooms.changed(name, set(), listed=terms.visibility == OPEN)
    return name


async def _again(services: Services, person: Person, wanted: NewTable, nonce: bytes) -> str:
    """The same players, one seat further if they swap. Only whoever sat there before may ask."""
    old = await services.game_service.table(wanted.again or "", person)
    if not old.sat(person) and person != old.owner:
        raise NotFound("no_such_table")
    secret = await _secret(services, person, wanted.deal)
    if old.together:
        return await rematch(services, old, person, secret, nonce)
    chairs = [_kept(chair, nonce, person) for chair in old.chairs]
    if wanted.swap:
        chairs = [chairs[-1], *chairs[:-1]]
    terms = Terms(clock=old.terms.clock, rated=old.terms.rated, substitute=old.terms.substitute)
    return await _seated(services, _dealt(person, old.history.opening.game.name, chairs, secret, terms))


def _kept(chair: Chair, nonce: bytes, person: Person) -> Chair:
    """A player who stays. Seats of people that nobody here held go to whoever asks."""
    if chair.kind == "bot" and chair.left_by is None:
        return chair
    return Chair("person", chair.name, None, person, nonce)


def _terms(wanted: NewTable, game: str) -> Terms:
    seats = wanted.seats or []
    if wanted.clock is not None and len(seats) == 1:
        raise Malformed("clock: a game of one seat has none")
    if wanted.rated and (len(seats) == 1 or sum(seat.kind == "person" for seat in seats) != 1):
        raise Malformed("rated: expected at least two seats, and one of them, no more, for yourself")
    return Terms(
        clock=wanted.clock,
        rated=wanted.rated,
        visibility=wanted.visibility,
        rating_from=wanted.rating_from,
        rating_to=wanted.rating_to,
        substitute=plain(seated(wanted.substitute or SUBSTITUTE, game)),
    )


def _dealt(person: Person, game: str, chairs: list[Chair], secret: bytes, terms: Terms) -> Table:
    deal = Deal(secret, tuple(chair.nonce for chair in chairs))
    opening = History.replayed(game, len(chairs), deal.seed, [])
    return Table(_new_id(), person, DEALT, chairs, deal.seed, secret, time.time(), opening, terms=terms)


async def _secret(services: Services, person: Person, deal: str | None) -> bytes:
    """A fresh one, or that of a commitment, which is used up by this."""
    if deal is None:
        return new_secret()
    mine = (deals.c.id == deal) & (deals.c.person == person)
    async with services.engine.begin() as connection:
        secret = await connection.scalar(select(deals.c.secret).where(mine))
        used = await connection.execute(delete(deals).where(mine))
    if secret is None or used.rowcount != 1:
        raise Denied("no_such_deal")
    return bytes(secret)


def _continued(text: str, game: str, person: Person, chairs: Sequence[Chair]) -> Table:
    if any(chair.kind == OPEN_SEAT for chair in chairs):
        raise Malformed("seats: a record goes on with people here and bots, not with open seats")
    table = _recorded(read_record(text), person, CONTINUED, chairs)
    found = table.history.opening.game.name
    if found != game:
        raise Malformed(f"record: found a game of {found}, expected {game}")
    return table


def _recorded(record: Record, person: Person, origin: str, chairs: Sequence[Chair]) -> Table:
    if len(chairs) != record.seats:
        raise Malformed(f"record: found {record.seats} seats, expected {len(chairs)}")
    now = time.time()
    rows = [
        Row(seq, MOVE, str(step.move), step.before.seat, chairs[step.before.seat].name, now)
        for seq, step in enumerate(record.steps(), start=1)
    ]
    if record.end is not None and origin == IMPORTED:
        seat = record.end.seat or 0
        rows.append(Row(len(rows) + 1, END, record.end.by, seat, chairs[seat].name, now))
    history = History.replayed(record.game, record.seats, record.seed, rows)
    kept = record.as_data() if origin == IMPORTED else {}
    return Table(_new_id(), person, origin, list(chairs), record.seed, None, now, history, kept)


def _new_id() -> str:
    return secrets.token_hex(8)
