"""One's own account over HTTP: handle, export, deletion, and its credentials."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import delete, get, post, put
from litestar.response import Response

from axio.server.accounts.account import account_of, become_bot, must_be_account, rename, set_password
from axio.server.accounts.credentials import codes_left, hashed, new_codes, read_password
from axio.server.accounts.passkeys import add_passkey, passkeys_of, remove_passkey, site_of
from axio.server.accounts.personal_data import delete_person, personal_data
from axio.server.accounts.signins import (
    end_signin,
    end_signins,
    games_of,
    games_to_bring,
    must_be_fresh,
    reload_tables,
    signins_of,
)
from axio.server.bus.local import KEYS
from axio.server.errors import NotFound, Unfit
from axio.server.identity.cookies import Identity, Person, new_person
from axio.server.identity.tokens import add_token, remove_token, tokens_of
from axio.server.open_tables.take_seat import leave_unfinished
from axio.server.ratings.rater import rate_new
from axio.server.schemas.accounts import (
    AccountCard,
    Codes,
    Confirmation,
    Handle,
    Key,
    MadeToken,
    NewPasskey,
    NewPassword,
    NewToken,
    Signin,
)
from axio.server.services import Services

from .auth import AnyRequest, as_new_guest

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
    await rate_new(services.engine)  # while the account is there: whoever won by this is rated
    guest = new_person()
    async with services.engine.begin() as connection:
        touched = await delete_person(connection, identity.person, guest)
    services.bus.publish(KEYS, {"person": identity.person})
    await reload_tables(services.game_service, touched)
    return as_new_guest(request, services, guest)


def _key(row: Any) -> Key:
    return Key(id=row.id, name=row.name, created=row.created, used=row.used)


def _signin(row: Any, identity: Identity) -> Signin:
    return Signin(
        id=row.id, browser=row.browser, created=row.created, seen=row.seen, here=row.id == identity.signin
    )


@put("/api/account/password", status_code=204)
async def change_password(services: Services, identity: Identity, data: NewPassword) -> None:
    """Change the password, or set the first one. Every other sign-in ends."""
    async with services.engine.connect() as connection:
        await must_be_fresh(connection, identity)
        account = await must_be_account(connection, identity.person)
    kept = await hashed(read_password(data.password, account.handle))
    async with services.engine.begin() as connection:
        await set_password(connection, identity.person, kept)
        await end_signins(connection, identity.person, but=identity.signin)
    services.bus.publish(KEYS, {"person": identity.person})


@post("/api/account/passkeys", status_code=204)
async def one_more_passkey(
    request: AnyRequest, services: Services, identity: Identity, data: NewPasskey
) -> None:
    """Store the passkey that the device made."""
    async with services.engine.begin() as connection:
        await must_be_fresh(connection, identity)
        await add_passkey(connection, site_of(request), identity.person, data.passkey, data.name)


@delete("/api/account/passkeys/{name:str}")
async def take_passkey(services: Services, identity: Identity, name: str) -> None:
    async with services.engine.begin() as connection:
        await must_be_fresh(connection, identity)
        account = await must_be_account(connection, identity.person)
        _found(await remove_passkey(connection, identity.person, name, password=account.password is not None))


@post("/api/account/codes")
async def fresh_codes(services: Services, identity: Identity) -> Codes:
    """Make new recovery codes, shown only in this response; the old ones become invalid."""
    async with services.engine.begin() as connection:
        await must_be_fresh(connection, identity)
        return Codes(codes=await new_codes(connection, identity.person))


@delete("/api/account/signins/{name:str}")
async def end_one(services: Services, person: Person, name: str) -> None:
    """Sign out one browser."""
    async with services.engine.begin() as connection:
        _found(await end_signin(connection, person, name))
    services.bus.publish(KEYS, {"person": person})


@delete("/api/account/signins")
async def end_others(services: Services, identity: Identity) -> None:
    """Sign out everywhere else."""
    async with services.engine.begin() as connection:
        await end_signins(connection, identity.person, but=identity.signin)
    services.bus.publish(KEYS, {"person": identity.person})


@post("/api/account/tokens")
async def new_token(services: Services, identity: Identity, data: NewToken) -> MadeToken:
    """Make a token for a program, shown only in this response."""
    async with services.engine.begin() as connection:
        await must_be_fresh(connection, identity)
        return MadeToken(token=await add_token(connection, identity.person, data.name))


@delete("/api/account/tokens/{name:str}")
async def take_token(services: Services, person: Person, name: str) -> None:
    async with services.engine.begin() as connection:
        _found(await remove_token(connection, person, name))
    services.bus.publish(KEYS, {"person": person})


def _found(there: bool) -> None:
    if not there:
        raise NotFound("no_such_page")


ACCOUNT = [
    look,
    change_handle,
    declare_bot,
    take_data,
    delete_me,
    change_password,
    one_more_passkey,
    take_passkey,
    fresh_codes,
    end_one,
    end_others,
    new_token,
    take_token,
]
