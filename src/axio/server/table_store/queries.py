"""Queries about tables and seats that several lists use. None of them replays a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Join, Select, and_, exists, false, func, or_, select

from axio.server.protocol import LiveClock, TurnsClock
from axio.server.store import accounts, log, seats, tables, wishes
from axio.server.table.table import PREPARED
from axio.server.table.terms import ClockSettings, Terms

last_row = log.alias("last_row")
_NEWEST = select(func.max(log.c.seq)).where(log.c.table_id == tables.c.id).scalar_subquery()
_RUNNING = and_(tables.c.over.is_(False), tables.c.began.is_not(None))


def with_last_row() -> Join:
    """All tables joined with the last row of their log, which has the standing.

    Those without a move have no such row.
    """
    return tables.outerjoin(last_row, and_(last_row.c.table_id == tables.c.id, last_row.c.seq == _NEWEST))


def seats_read() -> Select[Any]:
    """Every column of the seats, in order, and `program`: whether the account of a program sits there."""
    program = func.coalesce(accounts.c.is_bot, false()).label("program")
    joined = seats.outerjoin(accounts, accounts.c.person == seats.c.person)
    return select(seats, program).select_from(joined).order_by(seats.c.table_id, seats.c.seat)


def waiting_for_bots(since: float) -> Select[tuple[str]]:
    """The names of all tables where a bot is to move since that time or longer, the latest table first.

    Tables where bots alone are left count only if they are rated: the others wait for somebody to watch.
    """
    on_move = func.coalesce(last_row.c.to_move, 0)
    seated = and_(seats.c.table_id == tables.c.id, seats.c.seat == on_move)
    person = seats.alias("person")
    played = exists().where(person.c.table_id == tables.c.id, person.c.kind == "person")
    return (
        select(tables.c.id)
        .select_from(with_last_row().join(seats, seated))
        .where(_RUNNING, seats.c.kind == "bot", or_(tables.c.rated.is_(True), played))
        .where(func.coalesce(last_row.c.at, tables.c.created) <= since)
        .order_by(tables.c.created.desc())
    )


def waiting_for_premoves() -> Select[tuple[str]]:
    """The names of all tables where the seat on move has prepared its move."""
    wished = and_(wishes.c.table_id == tables.c.id, wishes.c.seat == last_row.c.to_move)
    return (
        select(tables.c.id)
        .select_from(with_last_row().join(wishes, wished))
        .where(_RUNNING, wishes.c.kind == PREPARED)
    )


def newest_rows() -> Select[tuple[str, int | None]]:
    """Every table's name with the number of the last row of its log."""
    return select(tables.c.id, _NEWEST.label("seq"))


def terms_of(table: Any) -> Terms:
    """The terms in a row of `tables`."""
    row: Mapping[str, Any] = table._mapping
    names = ("rated", "visibility", "invite", "rating_from", "rating_to", "daily", "substitute")
    return Terms(clock_settings(row["clock"]), **{name: row[name] for name in names})


def terms_columns(terms: Terms) -> dict[str, Any]:
    return {
        "clock": None if terms.clock is None else msgspec.to_builtins(terms.clock),
        "speed": terms.speed,
        "rated": terms.rated,
        "visibility": terms.visibility,
        "invite": terms.invite,
        "rating_from": terms.rating_from,
        "rating_to": terms.rating_to,
        "daily": terms.daily,
        "substitute": terms.substitute,
    }


def clock_settings(data: Mapping[str, Any] | None) -> ClockSettings | None:
    """The clock settings in the column `clock` of a table."""
    return None if data is None else msgspec.convert(data, LiveClock | TurnsClock)
