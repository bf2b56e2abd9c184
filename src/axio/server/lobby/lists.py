"""Lists of tables: what the lobby shows, and a person's own tables. No game is replayed."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, case, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.rules.proof import commitment_of
from axio.server.accounts.account import handle_owners
from axio.server.accounts.blocks import blocked_pairs
from axio.server.identity.cookies import Person
from axio.server.open_tables.admission import Requirements
from axio.server.open_tables.repository import LONGEST_WAIT
from axio.server.protocol.hub import Lobby, Online, OpenSeat, OpenTable, RunningTable
from axio.server.schemas.tables import ListedSeat, ListedTable
from axio.server.store import people, preferences, presence, seats, tables
from axio.server.table_store.queries import clock_settings, last_row, seats_read, with_last_row

from .online import EXPIRY, are_here

MOST = 60  # open tables, running tables, and people
_QUIET = 3 * 86400.0  # seconds without a move after which a game is not listed
MY_MOST = 200  # tables of one person
_UPDATED = func.coalesce(last_row.c.at, tables.c.created)


@dataclass(frozen=True, slots=True)
class Lists:
    open: Sequence[Any]
    running: Sequence[Any]
    seated: Mapping[str, Sequence[Any]]
    online: Mapping[Person, Any]
    blocked: Collection[tuple[Person, Person]]
    requirements: Requirements
    nameless: Collection[Person]  # guests whose name has become somebody's handle

    @classmethod
    async def read(cls, connection: AsyncConnection, viewers: Collection[Person]) -> Lists:
        waiting = (await connection.execute(_open(viewers))).all()
        running = (await connection.execute(_running())).all()
        seated = await _seated(connection, [table.id for table in (*waiting, *running)])
        sitting = {seat.bot or seat.person for each in seated.values() for seat in each}
        players = {*viewers, *sitting} - {None}
        requirements = await Requirements.read(connection, [*waiting, *running], players)
        present = {row.person: row for row in await connection.execute(_online())}
        named = {row.person: row.name for row in present.values() if row.name and row.listed is not False}
        owners = await handle_owners(connection, {*named.values()})
        nameless = {each for each, name in named.items() if owners.get(name, each) != each}
        blocked = await blocked_pairs(connection, viewers)
        return cls(waiting, running, seated, present, blocked, requirements, nameless)

    def seen_by(self, person: Person) -> Lobby:
        online = [row for row in self.online.values() if row.listed is not False]
        return Lobby(
            open=[table for row in self.open if (table := self._open(row, person)) is not None],
            running=[self._running(row) for row in self.running],
            online=[self._online(row, person) for row in online[:MOST] if self._is_named(row, person)],
            people=len(self.online),
        )

    def _is_named(self, row: Any, person: Person) -> bool:
        return row.person == person or bool(row.name and row.person not in self.nameless)

    def _open(self, row: Any, person: Person) -> OpenTable | None:
        """None if this person must not see the table: because of a block, or a live table's people left."""
        sitting = [seat.person for seat in self.seated[row.id] if seat.person]
        here, mine = bool(row.here), person in sitting
        if any((person, other) in self.blocked for other in sitting):
            return None
        if not (here or mine or row.speed == "turns"):
            return None
        why = self.requirements.unmet(row, person)
        return OpenTable(
            table=row.id,
            game=row.game,
            seats=self._seats(row),
            clock=clock_settings(row.clock),
            speed=row.speed,
            rated=row.rated,
            rating_from=row.rating_from,
            rating_to=row.rating_to,
            commitment=commitment_of(bytes(row.secret)).hex(),
            created=row.created,
            here=here,
            mine=mine,
            may=not mine and why is None,
            why=None if mine else why,
        )

    def _running(self, row: Any) -> RunningTable:
        return RunningTable(
            table=row.id,
            game=row.game,
            seats=self._seats(row),
            speed=row.speed,
            ply=row.ply or 0,
            lows=row.lows or [0] * row.seats,
        )

    def _seats(self, row: Any) -> list[OpenSeat]:
        return [
            OpenSeat(
                kind=seat.kind,
                name=seat.name,
                bot=seat.bot,
                rating=self.requirements.rating(seat.bot or seat.person, row.game, row.speed),
            )
            for seat in self.seated[row.id]
        ]

    def _online(self, row: Any, person: Person) -> Online:
        account = self.requirements.has_account(row.person)
        name = "" if row.person in self.nameless else row.name or ""
        return Online(name=name, account=account, me=row.person == person)


def _open(viewers: Collection[Person]) -> Select[Any]:
    """The tables where somebody waits, the longest waiting first; then those by turns whose people are away.

    Of those whose people are away, the latest come first, so that abandoned ones do not hide them. Nobody's
    second table comes before anybody's first.
    """
    here = are_here()
    mine = exists().where(seats.c.table_id == tables.c.id, seats.c.person.in_(viewers))
    waiting = (tables.c.visibility == "open") & tables.c.over.is_(False) & tables.c.began.is_(None)
    fresh = tables.c.created > time.time() - LONGEST_WAIT
    shown = or_(here, mine, tables.c.speed == "turns")
    age = case((here, tables.c.created), else_=-tables.c.created)
    order = here.desc(), _nth_of_owner(here, order_by=age), age
    return select(tables, here.label("here")).where(waiting, fresh, shown).order_by(*order).limit(MOST)


def _nth_of_owner(*within: ColumnElement[Any], order_by: ColumnElement[Any]) -> ColumnElement[int]:
    """Which one of its owner's listed tables a table is, so that one person cannot fill a list."""
    return func.row_number().over(partition_by=[tables.c.owner, *within], order_by=order_by)


def _running() -> Select[Any]:
    since = func.coalesce(last_row.c.at, tables.c.began)
    going = (tables.c.visibility == "open") & tables.c.over.is_(False) & tables.c.began.is_not(None)
    return (
        select(tables, last_row.c.ply, last_row.c.lows)
        .select_from(with_last_row())
        .where(going, since > time.time() - _QUIET)
        .order_by(_nth_of_owner(order_by=since.desc()), since.desc())
        .limit(MOST)
    )


def _online() -> Select[Any]:
    return (
        select(presence.c.person, people.c.name, preferences.c.listed)
        .distinct()
        .outerjoin(people, people.c.id == presence.c.person)
        .outerjoin(preferences, preferences.c.person == presence.c.person)
        .where(presence.c.seen >= time.time() - EXPIRY)
        .order_by(people.c.name)
    )


async def tables_of(engine: AsyncEngine, person: Person, *, local: bool) -> list[ListedTable]:
    """The tables this person may see, unfinished ones first, then the latest. `local`: see `_visible`."""
    visible = _visible(person, local=local)
    wanted = _summaries().where(visible).order_by(tables.c.over, _UPDATED.desc()).limit(MY_MOST)
    async with engine.connect() as connection:
        found = (await connection.execute(wanted)).all()
        seated = await _seated(connection, [table.id for table in found])
    return [_listed(table, seated[table.id], person) for table in found]


async def one_table(engine: AsyncEngine, name: str, person: Person) -> ListedTable:
    async with engine.connect() as connection:
        found = (await connection.execute(_summaries().where(tables.c.id == name))).one()
        seated = await _seated(connection, [name])
    return _listed(found, seated[name], person)


def _summaries() -> Select[Any]:
    columns = (last_row.c.ply, last_row.c.to_move, last_row.c.lows, _UPDATED.label("updated"))
    return select(tables, *columns).select_from(with_last_row())


def _visible(person: Person, *, local: bool) -> ColumnElement[bool]:
    """One's own tables; all of them on a server that only this machine can reach."""
    if local:
        return or_(tables.c.daily.is_(None), tables.c.owner == person)
    mine = select(seats.c.table_id).where(or_(seats.c.person == person, seats.c.left_by == person))
    return or_(tables.c.owner == person, tables.c.id.in_(mine))


async def _seated(connection: AsyncConnection, names: Sequence[str]) -> dict[str, list[Any]]:
    wanted = seats_read().where(seats.c.table_id.in_(names))
    found: dict[str, list[Any]] = defaultdict(list)
    for seat in await connection.execute(wanted):
        found[seat.table_id].append(seat)
    return found


def _listed(table: Any, seated: Sequence[Any], person: Person) -> ListedTable:
    mine = [seat.person == person for seat in seated]
    begun = table.ply is not None
    to_move = None if table.over or not table.seed else table.to_move if begun else 0
    return ListedTable(
        id=table.id,
        game=table.game,
        seats=[
            ListedSeat(name=seat.name, kind=seat.kind, bot=seat.bot, program=seat.program, mine=own)
            for seat, own in zip(seated, mine, strict=True)
        ],
        ply=table.ply or 0,
        to_move=to_move,
        mine_to_move=to_move is not None and mine[to_move],
        mine=table.owner == person or any(mine),
        over=table.over,
        gathering=not table.seed,
        speed=table.speed,
        rated=table.rated,
        ending=table.ending,
        practice=table.practice,
        origin=table.origin,
        lows=table.lows if begun else [0] * table.seats,
        ranks=[seat.rank for seat in seated],
        updated=table.updated,
    )
