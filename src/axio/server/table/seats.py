"""Seats as they are read: each with whether a program sits there under an account of its own."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, false, func, select

from axio.server.store import accounts, seats


def seats_read() -> Select[Any]:
    """Every column of a seat, and `program`; in the order of the seats."""
    program = func.coalesce(accounts.c.is_bot, false()).label("program")
    joined = seats.outerjoin(accounts, accounts.c.person == seats.c.person)
    return select(seats, program).select_from(joined).order_by(seats.c.table_id, seats.c.seat)
