"""Reads tables from the database and writes them, with what a row of the log changes beside the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Executable, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.rules.tracks import low
from axio.server import store
from axio.server.errors import NotDealt, NotFound
from axio.server.table.clock import first_due
from axio.server.table.history import History, Row
from axio.server.table.table import Chair, Table, Wish

from .queries import seats_read, terms_columns, terms_of

Statement: TypeAlias = tuple[Executable, Mapping[str, Any]]

_TRIES = 5
_OF_TABLE = ("over", "practice", "ended", "ending")
_OF_SEAT = ("kind", "bot", "person", "left_by", "rank", "low")

_TABLE = (
    update(store.tables)
    .where(store.tables.c.id == bindparam("table"))
    .values({name: bindparam(f"new_{name}") for name in _OF_TABLE})
)
_SEAT = (
    update(store.seats)
    .where(store.seats.c.table_id == bindparam("table"), store.seats.c.seat == bindparam("at"))
    .values({name: bindparam(f"new_{name}") for name in _OF_SEAT})
)
_TRY = (
    update(store.daily_tries)
    .where(store.daily_tries.c.table_id == bindparam("table"))
    .values(ended=bindparam("new_ended"), low=bindparam("new_low"))
)
_DROP_WISH = delete(store.wishes).where(
    store.wishes.c.table_id == bindparam("table"),
    store.wishes.c.seat == bindparam("at"),
    store.wishes.c.kind == bindparam("of"),
)


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
        wanted = await _wishes(connection, name)
    kept = found.record or {}
    history = History.replayed(found.game, found.seats, found.seed, rows, kept.get("start"))
    return Table(
        found.id,
        found.owner,
        found.origin,
        chairs,
        found.seed,
        found.secret,
        found.created,
        history,
        kept,
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
        return Since(rows, await _wishes(connection, name), follower)


async def _wishes(connection: AsyncConnection, table: str) -> dict[tuple[int, str], Wish]:
    found = await connection.execute(select(store.wishes).where(store.wishes.c.table_id == table))
    return {(row.seat, row.kind): Wish(row.seat, row.kind, row.person, row.seq, row.move) for row in found}


def _row(row: Any) -> Row:
    return Row(row.seq, row.kind, row.move, row.seat, row.by, row.at, row.person)


async def save(engine: AsyncEngine, table: Table, log: Sequence[Mapping[str, Any]] = ()) -> None:
    """A new table with the log it has, in one commit. `log`: the rows, if `log_of` made them before."""
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
        **terms_columns(table.terms),
        **_ended(table),
    }
    async with engine.begin() as connection:
        await connection.execute(insert(store.tables), row)
        await connection.execute(
            insert(store.seats), [_chair(table, seat) for seat in range(len(table.chairs))]
        )
        if table.history.rows:
            await connection.execute(insert(store.log), log or log_of(table))


async def remove(engine: AsyncEngine, name: str) -> None:
    async with engine.begin() as connection:
        for part in (store.wishes, store.log, store.seats):
            await connection.execute(delete(part).where(part.c.table_id == name))
        await connection.execute(delete(store.tables).where(store.tables.c.id == name))


async def keep_wish(engine: AsyncEngine, table: str, wish: Wish) -> None:
    """Store a wish in place of an earlier one of the same kind."""
    row = {
        "table_id": table,
        "seat": wish.seat,
        "kind": wish.kind,
        "person": wish.person,
        "seq": wish.seq,
        "move": wish.move,
    }
    for tries_left in reversed(range(_TRIES)):
        try:
            async with engine.begin() as connection:
                await connection.execute(*dropping_wish(table, wish.seat, wish.kind))
                await connection.execute(insert(store.wishes), row)
            return
        except IntegrityError:  # another process kept one in the same moment
            if not tries_left:
                raise


async def drop_wish(engine: AsyncEngine, table: str, seat: int, kind: str) -> None:
    async with engine.begin() as connection:
        await connection.execute(*dropping_wish(table, seat, kind))


def dropping_wish(table: str, seat: int, kind: str) -> Statement:
    """A statement and its values, to be carried out with others."""
    return _DROP_WISH, {"table": table, "at": seat, "of": kind}


def beside_row(table: Table, ahead: Table) -> tuple[Statement, ...]:
    """What else the commit of a row writes, for the table `ahead` of it: mostly nothing before the end."""
    if (table.chairs, table.closed, table.practice) == (ahead.chairs, ahead.closed, ahead.practice):
        return ()
    of_table = {"over": ahead.closed, "practice": ahead.practice, **_ended(ahead)}
    return (
        (_TABLE, {"table": table.id, **_new(of_table)}),
        *(
            (_SEAT, {"table": table.id, "at": seat, **_new(_seat_columns(ahead, seat))})
            for seat in range(len(ahead.chairs))
        ),
        *_of_try(ahead),
    )


def _of_try(table: Table) -> tuple[Statement, ...]:
    """The result of a try at a daily deal."""
    if table.terms.daily is None or not table.closed:
        return ()
    result = {"ended": _ended(table)["ended"], "low": _result(table, 0)["low"]}
    return ((_TRY, {"table": table.id, **_new(result)}),)


def _seat_columns(table: Table, seat: int) -> dict[str, Any]:
    chair = table.chairs[seat]
    columns = {name: getattr(chair, name) for name in ("kind", "bot", "person", "left_by")}
    return columns | dict(_result(table, seat))


def _new(values: Mapping[str, Any]) -> dict[str, Any]:
    return {f"new_{name}": value for name, value in values.items()}


def log_row(table: str, row: Row, history: History) -> dict[str, Any]:
    """A row as it is stored, with the standing after it, so that lists need no replay."""
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


def log_of(table: Table) -> list[dict[str, Any]]:
    """Every row of a new table's log, such as an imported record's. It replays the game."""
    sofar, found = History(table.history.opening), []
    for row in table.history.rows:
        sofar.add(row)
        found.append(log_row(table.id, row, sofar))
    return found


def _result(table: Table, seat: int) -> Mapping[str, Any]:
    """A seat's place and its ranking key, as text that sorts; nothing before the end."""
    outcome = table.outcome
    if outcome is None:
        return {"rank": None, "low": None}
    key = low(table.history.state.tracks[seat])
    return {"rank": outcome.ranking[seat], "low": ".".join(f"{score:02}" for score in key)}


def _ended(table: Table) -> Mapping[str, Any]:
    """When and how a game ended; nothing before."""
    outcome, rows = table.outcome, table.history.rows
    at = rows[-1].at if rows else table.created
    return {"ended": at if outcome else None, "ending": outcome.ending if outcome else None}


def _chair(table: Table, seat: int) -> dict[str, Any]:
    chair = table.chairs[seat]
    return {
        "table_id": table.id,
        "seat": seat,
        "name": chair.name,
        "nonce": chair.nonce,
        **_seat_columns(table, seat),
    }
