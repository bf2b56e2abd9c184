"""A person's name wherever it is written: at the person, at their seats, and beside their moves."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import exists, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.faults import Unfit
from axio.server.identity import Person
from axio.server.store import accounts, log, seats

from .account import call_person, must_be_account
from .handles import folded, read_handle


async def rename(connection: AsyncConnection, person: Person, handle: str) -> Sequence[str]:
    """Give an account another handle, in its games too; the tables whose seats changed."""
    old, shown = await must_be_account(connection, person), read_handle(handle)
    change = update(accounts).where(accounts.c.person == person)
    try:
        await connection.execute(change.values(handle=shown, folded=folded(shown)))
    except IntegrityError:
        raise Unfit("handle_taken") from None
    await call_person(connection, person, shown)
    return await rename_in_games(connection, person, old.handle, shown)


async def rename_in_games(
    connection: AsyncConnection, person: Person, old: str | None, new: str
) -> Sequence[str]:
    """Replace a name at a person's seats and beside the moves made there; any name where `old` is None."""
    mine = (seats.c.person == person) & ((seats.c.name == old) if old is not None else True)
    here = (seats.c.table_id == log.c.table_id) & (seats.c.seat == log.c.seat) & (seats.c.name == log.c.by)
    found = list(await connection.scalars(select(seats.c.table_id).where(mine).distinct()))
    await connection.execute(update(log).where(exists().where(mine, here)).values(by=new))
    await connection.execute(update(seats).where(mine).values(name=new))
    return found
