"""A person's tables in a list, from stored summaries: no game is replayed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.server.identity.cookies import Person
from axio.server.schemas.tables import ListedSeat, ListedTable
from axio.server.store import seats, tables
from axio.server.table.seats import seats_read
from axio.server.table.standing import last_row, with_last_row

MOST = 200

_UPDATED = func.coalesce(last_row.c.at, tables.c.created)


async def tables_of(engine: AsyncEngine, person: Person, *, local: bool) -> list[ListedTable]:
    """The tables this person may see, unfinished ones first, then the latest. `local`: see `_visible`."""
    visible = _visible(person, local=local)
    wanted = _summaries().where(visible).order_by(tables.c.over, _UPDATED.desc()).limit(MOST)
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
