"""Tables read from the database and put into it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.rules.tracks import low

from . import store
from .faults import NotFound
from .history import History, Row
from .tables import Chair, Table


async def load(engine: AsyncEngine, name: str) -> Table:
    """A table with its whole log replayed."""
    async with engine.connect() as connection:
        found = (await connection.execute(select(store.tables).where(store.tables.c.id == name))).first()
        if found is None:
            raise NotFound("no_such_table")
        seated = select(store.seats).where(store.seats.c.table_id == name).order_by(store.seats.c.seat)
        written = select(store.log).where(store.log.c.table_id == name).order_by(store.log.c.seq)
        chairs = [
            Chair(seat.kind, seat.name, seat.bot, seat.person, seat.nonce)
            for seat in await connection.execute(seated)
        ]
        rows = [
            Row(row.seq, row.kind, row.move, row.seat, row.by, row.at)
            for row in await connection.execute(written)
        ]
    history = History.replayed(found.game, found.seats, found.seed, rows)
    return Table(
        found.id,
        found.owner,
        found.origin,
        chairs,
        found.seed,
        found.secret,
        found.created,
        history,
        found.record or {},
        found.daily,
    )


async def save(engine: AsyncEngine, table: Table) -> None:
    """A new table with the log it has, in one commit."""
    state = table.history.state
    row = {
        "id": table.id,
        "owner": table.owner,
        "origin": table.origin,
        "game": state.game.name,
        "seats": state.game.seats,
        "seed": table.seed,
        "secret": table.secret,
        "record": table.record or None,
        "created": table.created,
        "over": table.closed,
        "practice": table.practice,
        "daily": table.daily,
    }
    async with engine.begin() as connection:
        await connection.execute(insert(store.tables), row)
        await connection.execute(
            insert(store.seats), [_chair(table, seat) for seat in range(len(table.chairs))]
        )
        if table.history.rows:
            await connection.execute(insert(store.log), _log(table))


async def remove(engine: AsyncEngine, name: str) -> None:
    async with engine.begin() as connection:
        for part in (store.log, store.seats):
            await connection.execute(delete(part).where(part.c.table_id == name))
        await connection.execute(delete(store.tables).where(store.tables.c.id == name))


def log_row(table: str, row: Row, history: History) -> dict[str, Any]:
    """A row as it is kept, with how the game stands after it, so that lists need no replay."""
    state = history.state
    return {
        "table_id": table,
        "seq": row.seq,
        "kind": row.kind,
        "move": row.move,
        "seat": row.seat,
        "by": row.by,
        "at": row.at,
        "ply": history.ply,
        "to_move": state.to_move,
        "lows": [min(tracks) for tracks in state.tracks],
    }


def _log(table: Table) -> list[dict[str, Any]]:
    """Every row of a log that came as a whole, all of them moves."""
    rows, steps = table.history.rows, table.history.steps
    return [
        log_row(table.id, row, History(table.history.opening, rows[:ply], steps[:ply]))
        for ply, row in enumerate(rows, start=1)
    ]


def result(table: Table, seat: int) -> Mapping[str, Any]:
    """A seat's place and its ranking key, as text that sorts; nothing before the end."""
    outcome = table.history.state.outcome
    if outcome is None:
        return {"rank": None, "low": None}
    key = low(table.history.state.tracks[seat])
    return {"rank": outcome.ranking[seat], "low": ".".join(f"{score:02}" for score in key)}


def _chair(table: Table, seat: int) -> dict[str, Any]:
    chair = table.chairs[seat]
    return {
        "table_id": table.id,
        "seat": seat,
        "kind": chair.kind,
        "name": chair.name,
        "bot": chair.bot,
        "person": chair.person,
        "nonce": chair.nonce,
        **result(table, seat),
    }
