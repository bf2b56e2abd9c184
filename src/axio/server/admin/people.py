"""The operator's commands about people: find, rename, ban, and a link to reset an account."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import msgspec
from sqlalchemy import func, or_, select

from axio.rules import Malformed
from axio.server.accounts.account import (
    account_called,
    account_of,
    must_be_account,
    name_for,
    rename_in_games,
    set_name,
)
from axio.server.accounts.account import ban as ban_person
from axio.server.accounts.account import rename as rename_account
from axio.server.accounts.credentials import reset_code
from axio.server.bus.local import KEYS, TABLE
from axio.server.errors import NotFound
from axio.server.identity.display_names import clean
from axio.server.store import accounts, people, seats

from .operator import Operator

_ID = re.compile(r"[0-9a-f]{32}")


class PersonSummary(msgspec.Struct, frozen=True):
    id: str
    name: str | None
    account: bool
    banned: bool
    tables: int
    created: float


async def people_like(operator: Operator, text: str | None, most: int) -> list[PersonSummary]:
    """People with this id, or with this text in their name; the latest first."""
    sat = select(func.count(seats.c.table_id.distinct())).where(seats.c.person == people.c.id)
    wanted = (
        select(people, accounts.c.handle, sat.scalar_subquery().label("tables"))
        .select_from(people.outerjoin(accounts, accounts.c.person == people.c.id))
        .order_by(people.c.created.desc())
        .limit(most)
    )
    if text:
        alike = func.lower(people.c.name).contains(text.lower(), autoescape=True)
        wanted = wanted.where(or_(people.c.id == text, alike))
    async with operator.engine.connect() as connection:
        found = (await connection.execute(wanted)).all()
    return [
        PersonSummary(
            each.id, each.handle or each.name, each.handle is not None, each.banned, each.tables, each.created
        )
        for each in found
    ]


async def called(operator: Operator, who: str) -> str:
    """The person with this id or handle; NotFound if there is none."""
    async with operator.engine.connect() as connection:
        account = await account_called(connection, who)
        if account is not None:
            return account.person
        known = await connection.scalar(select(people.c.id).where(people.c.id == who))
    if known is None or not _ID.fullmatch(who):
        raise NotFound("no_such_person")
    return str(known)


async def rename(operator: Operator, person: str, name: str) -> None:
    """Change a person's name, at every table too."""
    async with operator.engine.begin() as connection:
        if await account_of(connection, person) is not None:
            changed = await rename_account(connection, person, name)
        else:
            shown = clean(name)
            if not shown:
                raise Malformed(f"{name[:40]!r} is no name: expected letters")
            await set_name(connection, person, await name_for(connection, person, shown))
            changed = await rename_in_games(connection, person, None, shown)
    for table in changed:
        operator.bus.publish(TABLE, {"id": table, "seats": 1})


async def ban(operator: Operator, person: str, *, banned: bool) -> None:
    """Ban a person, or lift the ban."""
    async with operator.engine.begin() as connection:
        if not await ban_person(connection, person, banned=banned):
            raise NotFound("no_such_person")
    operator.bus.publish(KEYS, {"person": person})


async def reset_link(operator: Operator, person: str) -> str:
    """A link that signs in once, for somebody who lost every credential."""
    async with operator.engine.begin() as connection:
        account = await must_be_account(connection, person)
        words = {"recover": account.handle, "code": await reset_code(connection, person)}
    return f"/account#{urlencode(words)}"  # browsers do not send the part after # to any server
