"""A person's account, and the name a person goes by: in their profile, at their seats, beside their moves."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from sqlalchemy import exists, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.errors import Denied, Unfit
from axio.server.identity.cookies import Person
from axio.server.identity.display_names import clean
from axio.server.store import accounts, log, people, seats
from axio.server.table.table import Chair

from .handles import folded, read_handle


@dataclass(frozen=True, slots=True)
class Account:
    person: Person
    handle: str
    password: str | None  # the Argon2 hash
    is_bot: bool
    created: float


_WANTED = select(
    accounts.c.person,
    accounts.c.handle,
    accounts.c.password,
    accounts.c.is_bot,
    accounts.c.created,
)


async def account_of(connection: AsyncConnection, person: Person) -> Account | None:
    found = (await connection.execute(_WANTED.where(accounts.c.person == person))).first()
    return None if found is None else Account(*found)


async def account_called(connection: AsyncConnection, handle: str) -> Account | None:
    """The account with this handle, or with one that looks like it."""
    found = (await connection.execute(_WANTED.where(accounts.c.folded == folded(handle)))).first()
    return None if found is None else Account(*found)


async def must_be_account(connection: AsyncConnection, person: Person) -> Account:
    account = await account_of(connection, person)
    if account is None:
        raise Denied("no_account")
    return account


async def is_account(connection: AsyncConnection, person: Person) -> bool:
    wanted = select(accounts.c.person).where(accounts.c.person == person)
    return await connection.scalar(wanted) is not None


async def add_account(
    connection: AsyncConnection, person: Person, handle: str, password: str | None
) -> Account:
    """Turn a guest into an account. The person id stays, so their games stay theirs."""
    shown, now = read_handle(handle), time.time()
    if await is_account(connection, person):
        raise Denied("have_account")
    await set_name(connection, person, shown)
    row = {"person": person, "handle": shown, "folded": folded(shown), "password": password, "created": now}
    try:
        await connection.execute(insert(accounts), row)
    except IntegrityError:
        raise Unfit("handle_taken") from None
    return Account(person, shown, password, False, now)


async def set_password(connection: AsyncConnection, person: Person, hashed: str) -> None:
    """Store the hash of a new password."""
    await connection.execute(update(accounts).where(accounts.c.person == person).values(password=hashed))


async def become_bot(connection: AsyncConnection, person: Person) -> None:
    """Mark an account as one that a program plays for."""
    await connection.execute(update(accounts).where(accounts.c.person == person).values(is_bot=True))


async def set_name(connection: AsyncConnection, person: Person, name: str | None) -> None:
    """Store the name a person goes by."""
    changed = await connection.execute(update(people).where(people.c.id == person).values(name=name))
    if not changed.rowcount:
        await connection.execute(insert(people), {"id": person, "name": name, "created": time.time()})


async def name_of(connection: AsyncConnection, person: Person) -> str | None:
    """The name a person goes by; None for a guest without one."""
    found: str | None = await connection.scalar(select(people.c.name).where(people.c.id == person))
    return found


async def name_for(connection: AsyncConnection, person: Person, wanted: str | None) -> str | None:
    """The name a person may use: an account its handle, a guest any name that is nobody's handle."""
    account = await account_of(connection, person)
    if account is not None:
        return account.handle
    name = clean(wanted) or None
    if name is not None and await account_called(connection, name) is not None:
        raise Unfit("handle_taken")
    return name


async def handle_owners(connection: AsyncConnection, names: Collection[str]) -> dict[str, Person]:
    """For those of these names that are, or look like, a handle: whose it is."""
    alike = {name: folded(name) for name in names}
    wanted = select(accounts.c.folded, accounts.c.person).where(accounts.c.folded.in_({*alike.values()}))
    owners = {row.folded: row.person for row in await connection.execute(wanted)}
    return {name: owners[form] for name, form in alike.items() if form in owners}


async def ban(connection: AsyncConnection, person: Person, *, banned: bool = True) -> bool:
    """Ban a person, or lift the ban; whether there is such a person.

    Running servers notice within seconds (`guard.TRUSTED`), or at once by a message on `bus.KEYS`.
    """
    changed = await connection.execute(update(people).where(people.c.id == person).values(banned=banned))
    return bool(changed.rowcount)


async def rename(connection: AsyncConnection, person: Person, handle: str) -> Sequence[str]:
    """Change an account's handle, in its games too; return the tables whose seats changed."""
    old, shown = await must_be_account(connection, person), read_handle(handle)
    change = update(accounts).where(accounts.c.person == person)
    try:
        await connection.execute(change.values(handle=shown, folded=folded(shown)))
    except IntegrityError:
        raise Unfit("handle_taken") from None
    await set_name(connection, person, shown)
    return await rename_in_games(connection, person, old.handle, shown)


async def rename_in_games(
    connection: AsyncConnection, person: Person, old: str | None, new: str
) -> Sequence[str]:
    """Replace the name `old` (None: any name) at a person's seats and beside the moves made there."""
    sat = (seats.c.person == person) | (seats.c.left_by == person)
    mine = sat if old is None else sat & (seats.c.name == old)
    here = (seats.c.table_id == log.c.table_id) & (seats.c.seat == log.c.seat) & (seats.c.name == log.c.by)
    found = list(await connection.scalars(select(seats.c.table_id).where(mine).distinct()))
    await connection.execute(update(log).where(exists().where(mine, here)).values(by=new))
    await connection.execute(update(seats).where(mine).values(name=new))
    return found


async def seat_name(connection: AsyncConnection, person: Person, wanted: str | None) -> str:
    """The name somebody takes a seat with: the handle, or the name a guest gives or gave before."""
    if clean(wanted):
        return await name_for(connection, person, wanted) or ""
    known = await name_of(connection, person)
    with suppress(Unfit):  # somebody has chosen it as a handle since
        return await name_for(connection, person, known) or ""
    return ""


async def named(connection: AsyncConnection, person: Person, chairs: Sequence[Chair]) -> list[Chair]:
    """The chairs of a new table as they may be named: Unfit for the name of somebody else's account.

    An account that takes exactly one chair has its handle there.
    """
    account, mine = await account_of(connection, person), [each for each in chairs if each.person == person]
    if account is not None and len(mine) == 1:
        chairs = [replace(each, name=account.handle) if each is mine[0] else each for each in chairs]
    if await _misnamed(connection, chairs):
        raise Unfit("handle_taken")
    return [*chairs]


async def renamed(connection: AsyncConnection, chairs: Sequence[Chair]) -> list[Chair]:
    """The chairs with default names where a name has become somebody else's handle."""
    lost = await _misnamed(connection, chairs)
    return [
        replace(chair, name=default_name(chair, seat)) if seat in lost else chair
        for seat, chair in enumerate(chairs)
    ]


async def _misnamed(connection: AsyncConnection, chairs: Sequence[Chair]) -> set[int]:
    """The seats that have the handle of an account whose person does not sit there."""
    chosen = [seat for seat, each in enumerate(chairs) if each.name not in ("", default_name(each, seat))]
    owners = await handle_owners(connection, [chairs[seat].name for seat in chosen])
    return {
        seat for seat in chosen if (owner := owners.get(chairs[seat].name)) and owner != chairs[seat].person
    }


def default_name(chair: Chair, seat: int) -> str:
    """The name of a chair for which nobody chose one."""
    return f"Player {seat + 1}" if chair.bot is None else chair.bot.partition("@")[0]
