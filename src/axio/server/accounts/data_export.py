"""Everything that is stored about one person, as they may have it: nobody else's secrets, nothing hidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.identity.cookies import Person
from axio.server.store import log, seats

from .personal_data import TRACES, Trace

FORMAT = "axio-personal-data/1"


async def personal_data(connection: AsyncConnection, person: Person) -> dict[str, Any]:
    """Row by row, under the names of the database; times are seconds since 1970."""
    found = {
        f"{trace.column.table.name}.{trace.column.name}": await _rows(connection, trace, person)
        for trace in TRACES
        if trace.told
    }
    return {"format": FORMAT, "person": person, **found, "moves": await _moves(connection, person)}


async def _rows(connection: AsyncConnection, trace: Trace, person: Person) -> list[dict[str, Any]]:
    order = trace.column.table.primary_key.columns
    wanted = select(*trace.told).where(trace.column == person).order_by(*order)
    return [_plain(row) for row in (await connection.execute(wanted)).mappings()]


async def _moves(connection: AsyncConnection, person: Person) -> list[dict[str, Any]]:
    """What this person did at their seats: all of it was seen by everybody at the table."""
    here = (seats.c.table_id == log.c.table_id) & (seats.c.seat == log.c.seat) & (seats.c.name == log.c.by)
    wanted = (
        select(log.c.table_id, log.c.seq, log.c.kind, log.c.move, log.c.seat, log.c.at)
        .join(seats, here)
        .where((seats.c.person == person) | (seats.c.left_by == person))
        .order_by(log.c.table_id, log.c.seq)
    )
    return [_plain(row) for row in (await connection.execute(wanted)).mappings()]


def _plain(row: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(name): value for name, value in row.items()}
