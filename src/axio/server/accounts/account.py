"""The account of a person, and what the rest of the server asks about it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.errors import Denied, Unfit
from axio.server.identity.cookies import Person
from axio.server.identity.display_names import clean
from axio.server.store import accounts, people

from .handles import folded, read_handle


@dataclass(frozen=True, slots=True)
class Account:
    person: Person
    handle: str
    password: str | None  # as Argon2 keeps it
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
    """The account with this handle, however it is spelt."""
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
    """Make a guest an account. Their games are theirs as before: the person stays the same."""
    shown, now = read_handle(handle), time.time()
    if await is_account(connection, person):
        raise Denied("have_account")
    await call_person(connection, person, shown)
    row = {"person": person, "handle": shown, "folded": folded(shown), "password": password, "created": now}
    try:
        await connection.execute(insert(accounts), row)
    except IntegrityError:
        raise Unfit("handle_taken") from None
    return Account(person, shown, password, False, now)


async def keep_password(connection: AsyncConnection, person: Person, kept: str) -> None:
    """Replace the hash of a password."""
    await connection.execute(update(accounts).where(accounts.c.person == person).values(password=kept))


async def call_person(connection: AsyncConnection, person: Person, name: str | None) -> None:
    """Keep the name a person goes by."""
    changed = await connection.execute(update(people).where(people.c.id == person).values(name=name))
    if not changed.rowcount:
        await connection.execute(insert(people), {"id": person, "name": name, "created": time.time()})


async def name_for(connection: AsyncConnection, person: Person, wanted: str | None) -> str | None:
    """What a person may be called: an account by its handle, a guest by any name that is nobody's handle."""
    account = await account_of(connection, person)
    if account is not None:
        return account.handle
    name = clean(wanted) or None
    if name is not None and await account_called(connection, name) is not None:
        raise Unfit("handle_taken")
    return name


async def ban(connection: AsyncConnection, person: Person, *, banned: bool = True) -> bool:
    """Shut a person out, or let them in again; whether there is such a person.

    Running servers take notice within seconds (`guard.TRUSTED`), or at once if told by `bus.KEYS`.
    """
    changed = await connection.execute(update(people).where(people.c.id == person).values(banned=banned))
    return bool(changed.rowcount)
