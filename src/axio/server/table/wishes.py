"""What a seat wants done as soon as it can be: a move when its turn comes, a stop when all want it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Executable, bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.server.identity.cookies import Person
from axio.server.store import wishes

PREPARED, STOP = "move", "stop"

_DROP = delete(wishes).where(
    wishes.c.table_id == bindparam("table"),
    wishes.c.seat == bindparam("at"),
    wishes.c.kind == bindparam("of"),
)


@dataclass(frozen=True, slots=True)
class Wish:
    seat: int
    kind: str
    person: Person
    seq: int  # how long the log was then: a wish to stop holds only so long
    move: str | None = None


async def load(connection: AsyncConnection, table: str) -> dict[tuple[int, str], Wish]:
    found = await connection.execute(select(wishes).where(wishes.c.table_id == table))
    return {(row.seat, row.kind): Wish(row.seat, row.kind, row.person, row.seq, row.move) for row in found}


async def keep(engine: AsyncEngine, table: str, wish: Wish) -> None:
    """Instead of an earlier one of the same kind."""
    row = {
        "table_id": table,
        "seat": wish.seat,
        "kind": wish.kind,
        "person": wish.person,
        "seq": wish.seq,
        "move": wish.move,
    }
    async with engine.begin() as connection:
        await connection.execute(*dropping(table, wish.seat, wish.kind))
        await connection.execute(insert(wishes), row)


async def drop(engine: AsyncEngine, table: str, seat: int, kind: str) -> None:
    async with engine.begin() as connection:
        await connection.execute(*dropping(table, seat, kind))


def dropping(table: str, seat: int, kind: str) -> tuple[Executable, Mapping[str, Any]]:
    """A statement and its values, to be carried out with others."""
    return _DROP, {"table": table, "at": seat, "of": kind}
