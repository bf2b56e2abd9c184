"""A person's name wherever it is written: at the person, at their seats, and beside their moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import exists, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.errors import Unfit
from axio.server.identity.cookies import Person
from axio.server.identity.display_names import clean
from axio.server.store import accounts, log, people, seats
from axio.server.table.table import Chair

from .account import account_of, call_person, must_be_account, name_for
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
    sat = (seats.c.person == person) | (seats.c.left_by == person)
    mine = sat if old is None else sat & (seats.c.name == old)
    here = (seats.c.table_id == log.c.table_id) & (seats.c.seat == log.c.seat) & (seats.c.name == log.c.by)
    found = list(await connection.scalars(select(seats.c.table_id).where(mine).distinct()))
    await connection.execute(update(log).where(exists().where(mine, here)).values(by=new))
    await connection.execute(update(seats).where(mine).values(name=new))
    return found


async def seat_name(connection: AsyncConnection, person: Person, wanted: str | None) -> str:
    """The name somebody sits down with: the handle, or what a guest says, or is known by."""
    known = clean(wanted) or await connection.scalar(select(people.c.name).where(people.c.id == person))
    return await name_for(connection, person, known) or ""


async def own_name(connection: AsyncConnection, person: Person, chairs: Sequence[Chair]) -> list[Chair]:
    """An account that takes one chair at a new table sits there with its handle."""
    account, mine = await account_of(connection, person), [each for each in chairs if each.person == person]
    if account is None or len(mine) != 1:
        return [*chairs]
    return [replace(each, name=account.handle) if each is mine[0] else each for each in chairs]
