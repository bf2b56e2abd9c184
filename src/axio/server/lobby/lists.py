"""What the lobby shows: read once for everybody in it, then filtered for each viewer."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.rules.proof import commitment_of
from axio.server.accounts.blocks import blocked_pairs
from axio.server.identity.cookies import Person
from axio.server.open_tables.admission import Requirements
from axio.server.protocol.site import Lobby, Online, OpenSeat, OpenTable, RunningTable
from axio.server.store import people, preferences, presence, seats, tables
from axio.server.table.standing import last_row, with_last_row
from axio.server.table.terms import clock_of

from .online import EXPIRY

MOST = 60  # open tables, running tables, and people
_FRESH = 15.0  # seconds a new table is listed before its owner shows up there
_OLDEST = 14 * 86400.0  # seconds an open table stays listed
_QUIET = 3 * 86400.0  # seconds without a move after which a game is not listed


@dataclass(frozen=True, slots=True)
class Lists:
    open: Sequence[Any]
    running: Sequence[Any]
    seated: Mapping[str, Sequence[Any]]
    online: Mapping[Person, Any]
    blocked: Collection[tuple[Person, Person]]
    requirements: Requirements

    @classmethod
    async def read(cls, connection: AsyncConnection, viewers: Collection[Person]) -> Lists:
        waiting = (await connection.execute(_open())).all()
        running = (await connection.execute(_running())).all()
        seated = await _seated(connection, [table.id for table in (*waiting, *running)])
        sitting = {seat.bot or seat.person for each in seated.values() for seat in each}
        players = {*viewers, *sitting} - {None}
        requirements = await Requirements.read(connection, [*waiting, *running], players)
        present = {row.person: row for row in await connection.execute(_online())}
        return cls(waiting, running, seated, present, await blocked_pairs(connection, viewers), requirements)

    def seen_by(self, person: Person) -> Lobby:
        online = [row for row in self.online.values() if row.listed is not False]
        return Lobby(
            open=[table for row in self.open if (table := self._open(row, person)) is not None],
            running=[self._running(row) for row in self.running],
            online=[self._online(row, person) for row in online[:MOST] if row.name or row.person == person],
            people=len(self.online),
        )

    def _open(self, row: Any, person: Person) -> OpenTable | None:
        """None if this person must not see the table: because of a block, or a live table's people left."""
        sitting = [seat.person for seat in self.seated[row.id] if seat.person]
        fresh = row.created > time.time() - _FRESH
        here = fresh or all(each in self.online for each in sitting)
        mine = person in sitting
        if any((person, other) in self.blocked for other in sitting):
            return None
        if not (here or mine or row.speed == "turns"):
            return None
        why = self.requirements.unmet(row, person)
        return OpenTable(
            table=row.id,
            game=row.game,
            seats=self._seats(row),
            clock=clock_of(row.clock),
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
        return Online(name=row.name or "", account=account, me=row.person == person)


def _open() -> Select[Any]:
    fresh = tables.c.created > time.time() - _OLDEST
    waiting = (tables.c.visibility == "open") & tables.c.over.is_(False) & tables.c.began.is_(None)
    return select(tables).where(waiting, fresh).order_by(tables.c.created).limit(MOST)


def _running() -> Select[Any]:
    since = func.coalesce(last_row.c.at, tables.c.began)
    going = (tables.c.visibility == "open") & tables.c.over.is_(False) & tables.c.began.is_not(None)
    return (
        select(tables, last_row.c.ply, last_row.c.lows)
        .select_from(with_last_row())
        .where(going, since > time.time() - _QUIET)
        .order_by(since.desc())
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


async def _seated(connection: AsyncConnection, names: Sequence[str]) -> dict[str, list[Any]]:
    wanted = select(seats).where(seats.c.table_id.in_(names)).order_by(seats.c.table_id, seats.c.seat)
    found: dict[str, list[Any]] = defaultdict(list)
    for seat in await connection.execute(wanted):
        found[seat.table_id].append(seat)
    return found
