"""One's own account over HTTP: look at it, be called otherwise, take everything away, delete it."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get, post, put
from litestar.response import Response
from sqlalchemy import update

from axio.server.accounts.account import account_of, must_be_account
from axio.server.accounts.data_export import personal_data
from axio.server.accounts.delete_account import delete_person
from axio.server.accounts.login_throttle import count_try
from axio.server.accounts.merge_guest import games_of, games_to_bring, tell_tables
from axio.server.accounts.names import rename
from axio.server.accounts.passkeys import passkeys_of
from axio.server.accounts.recovery_codes import codes_left
from axio.server.accounts.signin_cookie import Asking, let_out
from axio.server.accounts.signins import must_be_fresh, signins_of
from axio.server.errors import Unfit
from axio.server.identity.cookies import Badge, Person
from axio.server.identity.tokens import tokens_of
from axio.server.schemas.accounts import AccountCard, Confirmation, Handle, Key, Signin
from axio.server.services import Services
from axio.server.store import accounts

_GUEST = "delete"  # the word that confirms, where there is no handle


@get("/api/account", opt={"banned": True})
async def look(services: Services, badge: Badge) -> AccountCard:
    """Everything the account page shows."""
    person = badge.person
    async with services.engine.connect() as connection:
        account = await account_of(connection, person)
        if account is None:
            return AccountCard(games=len(await games_to_bring(connection, person, "")))
        return AccountCard(
            handle=account.handle,
            is_bot=account.is_bot,
            created=account.created,
            password=account.password is not None,
            codes=await codes_left(connection, person),
            passkeys=[_key(row) for row in await passkeys_of(connection, person)],
            signins=[_signin(row, badge) for row in await signins_of(connection, person)],
            tokens=[_key(row) for row in await tokens_of(connection, person)],
        )


@put("/api/account/handle")
async def change_handle(request: Asking, services: Services, badge: Badge, data: Handle) -> Handle:
    """Go by another handle, in games of the past too."""
    await count_try(services, "handle", request)
    async with services.engine.begin() as connection:
        await must_be_fresh(connection, badge)
        touched = await rename(connection, badge.person, data.handle)
        account = await must_be_account(connection, badge.person)
    await tell_tables(services, touched)
    return Handle(handle=account.handle)


@post("/api/account/bot", status_code=204)
async def become_bot(services: Services, badge: Badge) -> None:
    """Say, for good, that a program plays under this handle."""
    async with services.engine.begin() as connection:
        await must_be_fresh(connection, badge)
        change = update(accounts).where(accounts.c.person == badge.person)
        await connection.execute(change.values(is_bot=True))
        touched = await games_of(connection, badge.person)
    await tell_tables(services, touched)


@get("/api/account/data", media_type="application/json", opt={"banned": True})
async def take_data(services: Services, person: Person) -> Response[bytes]:
    """Everything stored about me, guests included, as one file."""
    async with services.engine.connect() as connection:
        found: dict[str, Any] = await personal_data(connection, person)
    headers = {"Content-Disposition": 'attachment; filename="axio-my-data.json"'}
    body = msgspec.json.format(msgspec.json.encode(found), indent=1)
    return Response(body, headers=headers, media_type="application/json")


@post("/api/account/deletion", status_code=200, opt={"banned": True})
async def delete_me(request: Asking, services: Services, badge: Badge, data: Confirmation) -> Response[None]:
    """Delete me. The games of others stay, with my name replaced."""
    async with services.engine.connect() as connection:
        account = await account_of(connection, badge.person)
        if account is not None:
            await must_be_fresh(connection, badge)
    expected = _GUEST if account is None else account.handle
    if data.confirm.strip() != expected:
        raise Unfit("not_confirmed", expected=expected)
    await delete_person(services, badge.person)
    return let_out(request, services)


def _key(row: Any) -> Key:
    return Key(id=row.id, name=row.name, created=row.created, used=row.used)


def _signin(row: Any, badge: Badge) -> Signin:
    return Signin(
        id=row.id, browser=row.browser, created=row.created, seen=row.seen, here=row.id == badge.signin
    )


ACCOUNT = [look, change_handle, become_bot, take_data, delete_me]
