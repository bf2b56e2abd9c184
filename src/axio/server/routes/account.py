"""One's own account over HTTP: read it, change the handle, export all data, delete it."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get, post, put
from litestar.response import Response

from axio.server.accounts.account import account_of, become_bot, must_be_account, rename
from axio.server.accounts.merge_guest import games_of, games_to_bring, reload_tables
from axio.server.accounts.passkeys import passkeys_of
from axio.server.accounts.personal_data import delete_person, personal_data
from axio.server.accounts.recovery_codes import codes_left
from axio.server.accounts.signins import must_be_fresh, signins_of
from axio.server.bus.local import KEYS
from axio.server.errors import Unfit
from axio.server.identity.cookies import Identity, Person
from axio.server.identity.tokens import tokens_of
from axio.server.open_tables.take_seat import leave_unfinished
from axio.server.schemas.accounts import AccountCard, Confirmation, Handle, Key, Signin
from axio.server.services import Services

from .signin_cookie import AnyRequest, as_new_guest

_GUEST = "delete"  # what a guest types to confirm, instead of a handle


@get("/api/account", opt={"banned": True})
async def look(services: Services, identity: Identity) -> AccountCard:
    """Everything the account page shows."""
    person = identity.person
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
            signins=[_signin(row, identity) for row in await signins_of(connection, person)],
            tokens=[_key(row) for row in await tokens_of(connection, person)],
        )


@put("/api/account/handle")
async def change_handle(request: AnyRequest, services: Services, identity: Identity, data: Handle) -> Handle:
    """Change my handle, in past games too."""
    await services.login_throttle.count_try("handle", request)
    async with services.engine.begin() as connection:
        await must_be_fresh(connection, identity)
        touched = await rename(connection, identity.person, data.handle)
        account = await must_be_account(connection, identity.person)
    await reload_tables(services.game_service, touched)
    return Handle(handle=account.handle)


@post("/api/account/bot", status_code=204)
async def declare_bot(services: Services, identity: Identity) -> None:
    """Declare, for good, that a program plays under this handle."""
    async with services.engine.begin() as connection:
        await must_be_fresh(connection, identity)
        await become_bot(connection, identity.person)
        touched = await games_of(connection, identity.person)
    await reload_tables(services.game_service, touched)


@get("/api/account/data", media_type="application/json", opt={"banned": True})
async def take_data(services: Services, person: Person) -> Response[bytes]:
    """Everything stored about me, also for a guest, as one file."""
    async with services.engine.connect() as connection:
        found: dict[str, Any] = await personal_data(connection, person)
    headers = {"Content-Disposition": 'attachment; filename="axio-my-data.json"'}
    body = msgspec.json.format(msgspec.json.encode(found), indent=1)
    return Response(body, headers=headers, media_type="application/json")


@post("/api/account/deletion", status_code=200, opt={"banned": True})
async def delete_me(
    request: AnyRequest, services: Services, identity: Identity, data: Confirmation
) -> Response[None]:
    """Delete me. Games with others stay, with my name replaced."""
    async with services.engine.connect() as connection:
        account = await account_of(connection, identity.person)
        if account is not None:
            await must_be_fresh(connection, identity)
    expected = _GUEST if account is None else account.handle
    if data.confirm.strip() != expected:
        raise Unfit("not_confirmed", expected=expected)
    await leave_unfinished(services.open_tables, identity.person)
    async with services.engine.begin() as connection:
        touched = await delete_person(connection, identity.person)
    services.bus.publish(KEYS, {"person": identity.person})
    await reload_tables(services.game_service, touched)
    return as_new_guest(request, services)


def _key(row: Any) -> Key:
    return Key(id=row.id, name=row.name, created=row.created, used=row.used)


def _signin(row: Any, identity: Identity) -> Signin:
    return Signin(
        id=row.id, browser=row.browser, created=row.created, seen=row.seen, here=row.id == identity.signin
    )


ACCOUNT = [look, change_handle, declare_bot, take_data, delete_me]
