"""New tables: dealt here, played again, going on from a record, or brought here to be watched."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import delete, insert, select

from axio.rules import Malformed, Record, read_record
from axio.rules.proof import NO_NONCE, commitment_of

from .deals import Deal, new_secret, read_nonce
from .faults import Denied, NotFound
from .forms import Committed, NewTable
from .history import MOVE, History, Row
from .house import House
from .identity import Person
from .seating import chairs_for
from .store import deals
from .tables import CONTINUED, DEALT, IMPORTED, Chair, Table
from .words import clean

_UNUSED = 86400.0  # seconds a commitment waits for its table


async def commit(house: House, person: Person) -> Committed:
    """A secret taken and committed to, before anyone gives a nonce."""
    name, secret, now = secrets.token_hex(16), new_secret(), time.time()
    async with house.engine.begin() as connection:
        await connection.execute(delete(deals).where(deals.c.created < now - _UNUSED))
        row = {"id": name, "person": person, "secret": secret, "created": now}
        await connection.execute(insert(deals), row)
    return Committed(deal=name, commitment=commitment_of(secret).hex())


async def make(house: House, person: Person, wanted: NewTable) -> Table:
    """The table a browser asks for, saved."""
    nonce = read_nonce(wanted.nonce)
    if wanted.again is not None:
        old = await house.hall.table(wanted.again, person)
        table = await _dealt(
            house, person, wanted, old.history.opening.game.name, _again(old, wanted, nonce, person)
        )
    elif wanted.game is None or wanted.seats is None:
        raise Malformed("expected `game` and `seats`, or `from`")
    elif wanted.record is not None:
        chairs = chairs_for(wanted.game, wanted.seats, person, NO_NONCE)
        table = _recorded(read_record(wanted.record), person, CONTINUED, chairs)
        if table.history.opening.game.name != wanted.game:
            raise Malformed(
                f"record: found a game of {table.history.opening.game.name}, expected {wanted.game}"
            )
    else:
        chairs = chairs_for(wanted.game, wanted.seats, person, nonce)
        table = await _dealt(house, person, wanted, wanted.game, chairs)
    await house.hall.shelf.add(table)
    house.driver.wake(table)
    return table


async def bring(house: House, person: Person, text: bytes) -> Table:
    """A record from outside, as a table to be watched."""
    record = read_record(text)
    names = [clean(players[-1].name) if players else "" for players in record.players] or [""] * record.seats
    chairs = [
        Chair("person", name or f"Player {number}", None, None, NO_NONCE)
        for number, name in enumerate(names, start=1)
    ]
    table = _recorded(record, person, IMPORTED, chairs)
    await house.hall.shelf.add(table)
    return table


async def _dealt(house: House, person: Person, wanted: NewTable, game: str, chairs: list[Chair]) -> Table:
    secret = new_secret() if wanted.deal is None else await _committed(house, person, wanted.deal)
    deal = Deal(secret, tuple(chair.nonce for chair in chairs))
    opening = History.replayed(game, len(chairs), deal.seed, [])
    return Table(_new_id(), person, DEALT, chairs, deal.seed, secret, time.time(), opening)


async def _committed(house: House, person: Person, name: str) -> bytes:
    """The secret of a commitment, which is used up by this."""
    mine = (deals.c.id == name) & (deals.c.person == person)
    async with house.engine.begin() as connection:
        secret = await connection.scalar(select(deals.c.secret).where(mine))
        used = await connection.execute(delete(deals).where(mine))
    if secret is None or used.rowcount != 1:
        raise Denied("no_such_deal")
    return bytes(secret)


def _again(old: Table, wanted: NewTable, nonce: bytes, person: Person) -> list[Chair]:
    """The same players, one seat further if they swap. Only whoever sat there before may ask."""
    if not old.seats_of(person) and person != old.owner:
        raise NotFound("no_such_table")
    chairs = [_kept(chair, nonce, person) for chair in old.chairs]
    return [chairs[-1], *chairs[:-1]] if wanted.swap else chairs


def _kept(chair: Chair, nonce: bytes, person: Person) -> Chair:
    """A player who stays. Seats of people that nobody here held go to whoever asks."""
    if chair.kind == "bot":
        return chair
    held = chair.person or person
    return replace(chair, person=held, nonce=nonce if held == person else NO_NONCE)


def _recorded(record: Record, person: Person, origin: str, chairs: Sequence[Chair]) -> Table:
    if len(chairs) != record.seats:
        raise Malformed(f"record: found {record.seats} seats, expected {len(chairs)}")
    now = time.time()
    rows = [
        Row(seq, MOVE, str(step.move), step.before.seat, chairs[step.before.seat].name, now)
        for seq, step in enumerate(record.steps(), start=1)
    ]
    history = History.replayed(record.game, record.seats, record.seed, rows)
    kept = record.as_data() if origin == IMPORTED else {}
    return Table(_new_id(), person, origin, list(chairs), record.seed, None, now, history, kept)


def _new_id() -> str:
    return secrets.token_hex(8)
