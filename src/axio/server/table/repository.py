"""Tables read from the database and put into it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.rules.tracks import low
from axio.server import store
from axio.server.errors import NotDealt, NotFound

from . import wishes
from .clock import clock_of
from .history import History, Row
from .seats import seats_read
from .table import Chair, Table
from .terms import Terms, terms_of
from .wishes import Wish


async def load(engine: AsyncEngine, name: str) -> Table:
    """A table with its whole log replayed."""
    async with engine.connect() as connection:
        found = (await connection.execute(select(store.tables).where(store.tables.c.id == name))).first()
        if found is None:
            raise NotFound("no_such_table")
        seated = seats_read().where(store.seats.c.table_id == name)
        written = select(store.log).where(store.log.c.table_id == name).order_by(store.log.c.seq)
        if not found.seed:
            raise NotDealt
        chairs = [
            Chair(seat.kind, seat.name, seat.bot, seat.person, seat.nonce, seat.left_by, seat.program)
            for seat in await connection.execute(seated)
        ]
        rows = [_row(row) for row in await connection.execute(written)]
        wanted = await wishes.load(connection, name)
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
        terms_of(found),
        found.began,
        found.follower,
        wanted,
    )


@dataclass(frozen=True, slots=True)
class Since:
    """What may have changed at a table since it was read."""

    rows: list[Row]
    wishes: dict[tuple[int, str], Wish]
    follower: str | None


async def since(engine: AsyncEngine, name: str, seq: int) -> Since:
    """What is new after the row numbered `seq`."""
    newer = (store.log.c.table_id == name) & (store.log.c.seq > seq)
    async with engine.connect() as connection:
        found = await connection.execute(select(store.log).where(newer).order_by(store.log.c.seq))
        rows = [_row(row) for row in found]
        follower = await connection.scalar(select(store.tables.c.follower).where(store.tables.c.id == name))
        return Since(rows, await wishes.load(connection, name), follower)


def _row(row: Any) -> Row:
    return Row(row.seq, row.kind, row.move, row.seat, row.by, row.at, row.person)


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
        "began": table.created if table.began is None else table.began,
        "due": first_due(table.terms, table.created),
        **table.terms.as_columns(),
        **ended(table),
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
        for part in (store.wishes, store.log, store.seats):
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
        "to_move": history.to_move,
        "lows": [min(tracks) for tracks in state.tracks],
        "person": row.person,
    }


def _log(table: Table) -> list[dict[str, Any]]:
    """Every row of a log that came as a whole: moves, and perhaps an end."""
    sofar, found = History(table.history.opening), []
    for row in table.history.rows:
        sofar.add(row)
        found.append(log_row(table.id, row, sofar))
    return found


def result(table: Table, seat: int) -> Mapping[str, Any]:
    """A seat's place and its ranking key, as text that sorts; nothing before the end."""
    outcome = table.outcome
    if outcome is None:
        return {"rank": None, "low": None}
    key = low(table.history.state.tracks[seat])
    return {"rank": outcome.ranking[seat], "low": ".".join(f"{score:02}" for score in key)}


def ended(table: Table) -> Mapping[str, Any]:
    """When and how a game ended; nothing before."""
    outcome, rows = table.outcome, table.history.rows
    at = rows[-1].at if rows else table.created
    return {"ended": at if outcome else None, "ending": outcome.ending if outcome else None}


def first_due(terms: Terms, began: float) -> float | None:
    """The first moment at which anybody could be out of time."""
    if terms.clock is None:
        return None
    clock = clock_of(terms.clock)
    return began + clock.free + clock.bank


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
        "left_by": chair.left_by,
        **result(table, seat),
    }
