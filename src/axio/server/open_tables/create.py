"""Creates tables: dealt at once, open, a rematch, continued from a record, or imported to watch."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.rules import Malformed, Record, read_record
from axio.rules.proof import NO_NONCE, commitment_of
from axio.rules.record import Player
from axio.server.accounts.account import named, renamed
from axio.server.bots.roster import plain, seated
from axio.server.errors import Denied, NotFound
from axio.server.identity.cookies import Person
from axio.server.identity.display_names import clean
from axio.server.playing.fair_play import check_fair_play
from axio.server.playing.live_table import Change, LiveTable
from axio.server.schemas.tables import Committed, NewTable
from axio.server.store import deals, tables
from axio.server.table.deals import Deal, new_secret, read_nonce
from axio.server.table.history import END, MOVE, History, Row
from axio.server.table.table import CONTINUED, DEALT, IMPORTED, Chair, Table
from axio.server.table.terms import OPEN, PRIVATE, SUBSTITUTE, Terms, clock_for
from axio.server.table_store.repository import log_of

from .admission import admit_bots, admit_open, admit_rated
from .play_on import player_at, record_after, record_of_position
from .repository import OPEN_SEAT, add_open, chairs_for, make_room, new_invite, open_chair
from .take_seat import close_table, take_seat
from .waiting_room import OpenTables

_UNUSED = 86400.0  # seconds after which an unused commitment is deleted
_NOTE = 120  # characters of a name or a note in an imported record
_COMMITMENTS = 20  # unused ones of a person; another one replaces the oldest


async def commit(engine: AsyncEngine, person: Person) -> Committed:
    """Draw a secret and commit to it, before anyone gives a nonce."""
    name, secret, now = secrets.token_hex(16), new_secret(), time.time()
    mine = deals.c.person == person
    newest = select(deals.c.id).where(mine).order_by(deals.c.created.desc()).limit(_COMMITMENTS - 1)
    async with engine.begin() as connection:
        await connection.execute(delete(deals).where(deals.c.created < now - _UNUSED))
        await connection.execute(delete(deals).where(mine, deals.c.id.not_in(newest)))
        row = {"id": name, "person": person, "secret": secret, "created": now}
        await connection.execute(insert(deals), row)
    return Committed(deal=name, commitment=commitment_of(secret).hex())


async def create(open_tables: OpenTables, person: Person, wanted: NewTable, client: str = "") -> str:
    """Create the table a browser asks for; return its id. `client`: the address that waits for a replay."""
    async with open_tables.creating(person):  # one after the other, so that limits hold
        return await _create(open_tables, person, wanted, client)


async def _create(open_tables: OpenTables, person: Person, wanted: NewTable, client: str) -> str:
    nonce = read_nonce(wanted.nonce)
    if wanted.again is not None and wanted.ply is None:
        return await _again(open_tables, person, wanted, nonce)
    if wanted.game is None or wanted.seats is None:
        raise Malformed("expected `game` and `seats`, or `from`")
    goes_on = wanted.record is not None or wanted.position is not None or wanted.ply is not None
    asked = chairs_for(wanted.game, wanted.seats, person, NO_NONCE if goes_on else nonce)
    terms, is_open = _terms(wanted, wanted.game), any(chair.kind == OPEN_SEAT for chair in asked)
    async with open_tables.engine.connect() as connection:
        chairs = await named(connection, person, asked)
        await admit_rated(connection, person, rated=terms.rated)
        await _admit(open_tables, connection, person, chairs, terms)
    if goes_on:
        record = await _played_before(open_tables, person, wanted, client)
        continued = partial(_continued, record, wanted.game, person, chairs)
        return await _replayed(open_tables, client, continued)
    secret = await _secret(open_tables.engine, person, wanted.deal)
    if is_open:
        return await _opened(open_tables, person, wanted.game, chairs, secret, terms)
    return await _seated(open_tables, _dealt(person, wanted.game, chairs, secret, terms))


async def _admit(
    open_tables: OpenTables,
    connection: AsyncConnection,
    person: Person,
    chairs: Sequence[Chair],
    terms: Terms,
) -> None:
    """Denied for a table at which nobody plays, and for one too many."""
    if open_tables.game_service.settings.local:
        return  # whose machine it is may watch bots play
    if all(chair.kind == "bot" for chair in chairs):
        raise Denied("nobody_plays")
    if any(chair.kind == "bot" for chair in chairs):
        await admit_bots(connection, person)
    if any(chair.kind == OPEN_SEAT for chair in chairs):
        await admit_open(connection, person, listed=terms.visibility == OPEN)


async def import_record(open_tables: OpenTables, person: Person, client: str, text: bytes) -> str:
    """Import a record as a table to watch; return its id. Denied if the person has too many."""
    async with open_tables.creating(person):
        await make_room(open_tables.engine, open_tables.game_service.settings, person)
        return await _replayed(open_tables, client, partial(_imported, person, text))


def _imported(person: Person, text: bytes) -> Table:
    record = read_record(text)
    names = [clean(players[-1].name) if players else "" for players in record.players] or [""] * record.seats
    chairs = [
        Chair("person", name or f"Player {number}", None, None, NO_NONCE)
        for number, name in enumerate(names, start=1)
    ]
    return _recorded(_shortened(record), person, IMPORTED, chairs)


def _shortened(record: Record) -> Record:
    """The record with names and notes no longer than those written here."""
    players = tuple(tuple(Player(each.name[:_NOTE], each.since) for each in seat) for seat in record.players)
    started, site = (note and note[:_NOTE] for note in (record.started, record.site))
    return replace(record, players=players, started=started, site=site)


async def _replayed(open_tables: OpenTables, client: str, read: Callable[[], Table]) -> str:
    """Read a table from a record, and save it with its log."""

    def replay() -> tuple[Table, list[dict[str, Any]]]:
        table = read()
        return table, log_of(table)

    return await _seated(open_tables, *await open_tables.replays.run(client, replay))


async def _seated(open_tables: OpenTables, table: Table, log: Sequence[Mapping[str, Any]] = ()) -> str:
    open_tables.bot_driver.wake(await open_tables.game_service.table_cache.add(table, log))
    return table.id


async def _opened(
    open_tables: OpenTables, person: Person, game: str, chairs: Sequence[Chair], secret: bytes, terms: Terms
) -> str:
    if not any(chair.kind == "person" for chair in chairs):
        raise Malformed("seats: expected a seat for yourself beside the open ones")
    name = await add_open(
        open_tables.engine, person, game, chairs, secret, replace(terms, invite=new_invite())
    )
    open_tables.changed(name, set(), listed=terms.visibility == OPEN)
    return name


async def _again(open_tables: OpenTables, person: Person, wanted: NewTable, nonce: bytes) -> str:
    """The same players, one seat further if they swap. Only somebody who played there may ask."""
    live = await open_tables.game_service.live(wanted.again or "", person)
    old = live.table
    if not old.sat(person) and person != old.owner:
        raise NotFound("no_such_table")
    secret = await _secret(open_tables.engine, person, wanted.deal)
    if old.together:
        return await _rematch(open_tables, live, person, secret, nonce)
    chairs = [_kept(chair, nonce, person) for chair in old.chairs]
    if wanted.swap:
        chairs = [chairs[-1], *chairs[:-1]]
    clock = clock_for(old.terms.clock, rated=old.terms.rated)
    terms = Terms(clock=clock, rated=old.terms.rated, substitute=old.terms.substitute)
    async with open_tables.engine.connect() as connection:
        chairs = await renamed(connection, chairs)
        await _admit(open_tables, connection, person, chairs, terms)
    return await _seated(open_tables, _dealt(person, old.history.opening.game.name, chairs, secret, terms))


async def _rematch(
    open_tables: OpenTables, live: LiveTable, person: Person, secret: bytes, nonce: bytes
) -> str:
    """The table of the rematch: the first who asks creates it, the others take their seats there."""
    if not live.table.closed or not live.table.may_rematch(person):
        raise Denied("no_rematch")
    async with live.lock:
        if live.table.follower is None:
            await _offer(open_tables, live, person, secret, nonce)
            return str(live.table.follower)
    await take_seat(open_tables, tables.c.id == live.table.follower, person, nonce)
    return live.table.follower


async def _offer(
    open_tables: OpenTables, live: LiveTable, person: Person, secret: bytes, nonce: bytes
) -> None:
    old = live.table
    chairs = [_rematch_chair(chair, person, nonce) for chair in old.chairs]
    async with open_tables.engine.connect() as connection:
        chairs = await renamed(connection, [chairs[-1], *chairs[:-1]])
    clock = clock_for(old.terms.clock, rated=old.terms.rated)
    terms = replace(old.terms, visibility=PRIVATE, invite=new_invite(), clock=clock)
    game = old.history.opening.game.name
    name = await add_open(open_tables.engine, person, game, chairs, secret, terms)
    free = (tables.c.id == old.id) & tables.c.follower.is_(None)
    async with open_tables.engine.begin() as connection:
        won = await connection.execute(update(tables).where(free).values(follower=name))
    if not won.rowcount:  # another process created the rematch at the same moment
        await close_table(open_tables, name, person)
        await open_tables.game_service.reload(live)
        return
    live.table = replace(old, follower=name)
    open_tables.game_service.announce(live, Change("wishes"), here=True)
    open_tables.changed(name, {chair.person for chair in chairs if chair.person} - {person})


def _rematch_chair(chair: Chair, person: Person, nonce: bytes) -> Chair:
    player = chair.person or chair.left_by
    if player is None:
        return chair
    return (
        Chair("person", chair.name, None, person, nonce)
        if player == person
        else open_chair(chair.name, player)
    )


def _kept(chair: Chair, nonce: bytes, person: Person) -> Chair:
    """A bot stays at its seat; every other seat goes to the person who asks."""
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
        clock=clock_for(wanted.clock, rated=wanted.rated),
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


async def _secret(engine: AsyncEngine, person: Person, deal: str | None) -> bytes:
    """A new secret, or the secret of a commitment, which this uses up."""
    if deal is None:
        return new_secret()
    mine = (deals.c.id == deal) & (deals.c.person == person)
    async with engine.begin() as connection:
        secret = await connection.scalar(select(deals.c.secret).where(mine))
        used = await connection.execute(delete(deals).where(mine))
    if secret is None or used.rowcount != 1:
        raise Denied("no_such_deal")
    return bytes(secret)


async def _played_before(open_tables: OpenTables, person: Person, wanted: NewTable, client: str) -> Record:
    """What a table goes on from: a record, a position, or a finished game after some of its moves."""
    run, new = open_tables.replays.run, wanted.luck == "new"
    if wanted.record is not None:
        return await run(client, read_record, wanted.record)
    if wanted.position is not None:
        found = await run(client, record_of_position, wanted.position, new)
    else:
        table = await open_tables.game_service.table(wanted.again or "", person)
        found = await run(client, record_after, table, wanted.ply or 0, new)
    await check_fair_play(open_tables.game_service, person, found.final)
    return _shortened(found)


def _continued(record: Record, game: str, person: Person, chairs: Sequence[Chair]) -> Table:
    if any(chair.kind == OPEN_SEAT for chair in chairs):
        raise Malformed("seats: a record goes on with people here and bots, not with open seats")
    table = _recorded(record, person, CONTINUED, chairs)
    found = table.history.opening.game.name
    if found != game:
        raise Malformed(f"record: found a game of {found}, expected {game}")
    return table


def _recorded(record: Record, person: Person, origin: str, chairs: Sequence[Chair]) -> Table:
    if len(chairs) != record.seats:
        raise Malformed(f"record: found {record.seats} seats, expected {len(chairs)}")
    now = time.time()
    history = History.replayed(record.game, record.seats, record.seed, [], record.start)
    for seq, step in enumerate(record.steps(), start=1):
        seat = step.before.seat
        by = player_at(record, seat, seq - 1) or chairs[seat].name
        history.add(Row(seq, MOVE, str(step.move), seat, by, now), step)
    if record.end is not None and origin == IMPORTED:
        seat = record.end.seat or 0
        history.add(Row(history.seq + 1, END, record.end.by, seat, chairs[seat].name, now))
    begun = {} if record.start is None else {"start": record.start}
    kept = record.as_data() if origin == IMPORTED else begun
    return Table(_new_id(), person, origin, list(chairs), record.seed, None, now, history, kept)


def _new_id() -> str:
    return secrets.token_hex(8)
