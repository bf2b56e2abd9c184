"""The operator's commands about tables: list, close, remove abandoned ones, replace an invitation."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from sqlalchemy import Select, func, select, update

from axio.server import store
from axio.server.bus.local import LOBBY, TABLE
from axio.server.errors import NotDealt, NotFound
from axio.server.open_tables.repository import new_invite
from axio.server.playing.leave_game import end_as_it_stands
from axio.server.table_store import repository
from axio.server.table_store.queries import last_row, with_last_row

from .operator import Operator

BY = "the operator"  # who ended a game that was closed
DAY = 86400.0

_LATEST = func.coalesce(last_row.c.at, store.tables.c.began, store.tables.c.created)


class TableSummary(msgspec.Struct, frozen=True):
    id: str
    game: str
    stands: str  # gathering, running or over
    ply: int
    names: list[str]
    speed: str
    visibility: str
    latest: float  # when something last happened there


class AbandonedTables(msgspec.Struct, frozen=True):
    gathering: list[str]
    running: list[str]


async def listed(operator: Operator, *, over: bool, most: int) -> list[TableSummary]:
    """Tables, the latest first."""
    wanted = _wanted().order_by(_LATEST.desc()).limit(most)
    async with operator.engine.connect() as connection:
        found = (await connection.execute(wanted if over else wanted.where(_unfinished()))).all()
        names: dict[str, list[str]] = {}
        seats = select(store.seats.c.table_id, store.seats.c.name, store.seats.c.kind)
        mine = store.seats.c.table_id.in_([table.id for table in found])
        for seat in await connection.execute(seats.where(mine).order_by(store.seats.c.seat)):
            names.setdefault(seat.table_id, []).append(seat.name or f"({seat.kind})")
    return [_listed(table, names.get(table.id, [])) for table in found]


async def close(operator: Operator, name: str) -> str:
    """End a running game as it stands, or remove an open table; return what was done."""
    try:
        live = await operator.game_service.table_cache.find(name)
    except NotDealt:
        await _remove(operator, name)
        return "taken away"
    return "ended" if await end_as_it_stands(operator.game_service, live, BY) else "over already"


async def abandoned(operator: Operator, days: float) -> AbandonedTables:
    """Unfinished tables where nothing happened for this many days."""
    wanted = _wanted().where(_unfinished(), time.time() - days * DAY > _LATEST)
    async with operator.engine.connect() as connection:
        found = (await connection.execute(wanted)).all()
    return AbandonedTables(
        [each.id for each in found if not each.seed], [each.id for each in found if each.seed]
    )


async def prune(operator: Operator, name: str) -> None:
    """Remove an unfinished table with its log."""
    await _remove(operator, name)


async def new_link(operator: Operator, name: str) -> str:
    """Make a new invitation; the old link becomes invalid."""
    invite, tables = new_invite(), store.tables
    async with operator.engine.begin() as connection:
        changed = await connection.execute(update(tables).where(tables.c.id == name).values(invite=invite))
        if not changed.rowcount:
            raise NotFound("no_such_table")
    operator.bus.publish(TABLE, {"id": name, "seq": 0})
    return invite


async def _remove(operator: Operator, name: str) -> None:
    await repository.remove(operator.engine, name)
    operator.bus.publish(TABLE, {"id": name, "gone": 1})
    operator.bus.publish(LOBBY, {})


def _wanted() -> Select[Any]:
    return select(store.tables, last_row.c.ply, _LATEST.label("latest")).select_from(with_last_row())


def _unfinished() -> Any:
    return store.tables.c.over.is_(False)


def _listed(table: Any, names: list[str]) -> TableSummary:
    stands = "over" if table.over else "running" if table.seed else "gathering"
    return TableSummary(
        table.id, table.game, stands, table.ply or 0, names, table.speed, table.visibility, table.latest
    )
