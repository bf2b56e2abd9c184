"""What a row of the log changes beside the log: who sits where, and the columns that spare a replay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Executable, bindparam, update

from axio.server import store
from axio.server.bots.roster import keeps_seat

from . import repository
from .history import MOVE, SEAT, Row
from .table import Chair, Table

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


def seated(table: Table, row: Row) -> list[Chair]:
    """The chairs after a row."""
    chair = table.chairs[row.seat]
    after = _changed(chair, row)
    if after is chair:
        return table.chairs
    return [after if seat == row.seat else each for seat, each in enumerate(table.chairs)]


def _changed(chair: Chair, row: Row) -> Chair:
    if row.kind == SEAT and row.person is None:
        return replace(chair, kind="bot", bot=row.by, person=None, left_by=chair.person)
    if row.kind == SEAT:
        return replace(chair, kind="person", bot=None, person=row.person, left_by=None)
    if row.kind == MOVE and chair.kind == "bot" and not _stays(chair.bot, row.by):
        return replace(chair, bot=row.by)  # a bot that moved in another's place stays there
    return chair


def _stays(bot: str | None, by: str) -> bool:
    return bot == by or (bot is not None and keeps_seat(bot, by))


def also(table: Table, ahead: Table) -> tuple[tuple[Executable, Mapping[str, Any]], ...]:
    """What is written in the same commit: seldom anything but at the end."""
    if (table.chairs, table.closed, table.practice) == (ahead.chairs, ahead.closed, ahead.practice):
        return ()
    of_table = {"over": ahead.closed, "practice": ahead.practice, **repository.ended(ahead)}
    return (
        (_TABLE, {"table": table.id, **_new(of_table)}),
        *(
            (_SEAT, {"table": table.id, "at": seat, **_new(_of_seat(ahead, seat))})
            for seat in range(len(ahead.chairs))
        ),
        *_of_try(ahead),
    )


def _of_try(table: Table) -> tuple[tuple[Executable, Mapping[str, Any]], ...]:
    """The result of a try at a daily deal."""
    if table.terms.daily is None or not table.closed:
        return ()
    result = {"ended": repository.ended(table)["ended"], "low": repository.result(table, 0)["low"]}
    return ((_TRY, {"table": table.id, **_new(result)}),)


def _of_seat(table: Table, seat: int) -> dict[str, Any]:
    chair = table.chairs[seat]
    columns = {name: getattr(chair, name) for name in ("kind", "bot", "person", "left_by")}
    return columns | dict(repository.result(table, seat))


def _new(values: Mapping[str, Any]) -> dict[str, Any]:
    return {f"new_{name}": value for name, value in values.items()}
