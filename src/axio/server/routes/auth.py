"""Signing up, in and out. A right key gives the browser a new cookie; a wrong one is counted."""

from __future__ import annotations

from typing import Any

from litestar import delete, post
from litestar.response import Response

from axio.rules import Malformed
from axio.server.accounts.account import (
    Account,
    account_called,
    account_of,
    add_account,
    keep_password,
    must_be_account,
)
from axio.server.accounts.handles import folded, read_handle
from axio.server.accounts.login_throttle import count_try, guessing
from axio.server.accounts.passkeys import add_passkey, ask_to_add, ask_to_sign, signed_by
from axio.server.accounts.passwords import hashed, is_outdated, matches, read_password
from axio.server.accounts.recovery_codes import new_codes, use_code
from axio.server.accounts.signin_cookie import Asking, enter, let_in, let_out
from axio.server.accounts.signins import browser_of, end_signin, end_signins, prove
from axio.server.accounts.webauthn_challenges import site_of
from axio.server.bus.local import KEYS
from axio.server.errors import Denied
from axio.server.identity.cookies import Badge, Person
from axio.server.schemas.accounts import (
    Codes,
    Credential,
    Handle,
    Proof,
    Recover,
    SignedIn,
    SignIn,
    SignInByPasskey,
    SignUp,
)
from axio.server.services import Services


@post("/api/account")
async def sign_up(request: Asking, services: Services, badge: Badge, data: SignUp) -> Response[Codes]:
    """Make this guest an account; the recovery codes are told now and never again."""
    if (data.password is None) == (data.passkey is None):
        raise Malformed("expected either `password` or `passkey`")
    await count_try(services, "handle", request)
    handle, kept = read_handle(data.handle), None
    if data.password is not None:
        kept = await hashed(read_password(data.password, handle))
    async with services.engine.begin() as connection:
        await add_account(connection, badge.person, handle, kept)
        if data.passkey is not None:
            name = browser_of(request.headers.get("user-agent", ""))
            await add_passkey(connection, site_of(request), badge.person, data.passkey, name)
        codes = Codes(codes=await new_codes(connection, badge.person))
        response = await let_in(request, services, connection, badge.person, codes)
    services.bus.publish(KEYS, {"person": badge.person})
    return response


@post("/api/account/passkeys/ask", status_code=200)
async def ask_for_passkey(
    request: Asking, services: Services, person: Person, data: Handle
) -> dict[str, Any]:
    """What to hand to the device, for a new account or one more passkey."""
    async with services.engine.begin() as connection:
        account = await account_of(connection, person)
        handle = read_handle(data.handle) if account is None else account.handle
        return await ask_to_add(connection, site_of(request), person, handle)


@post("/api/signin", status_code=200)
async def sign_in(request: Asking, services: Services, badge: Badge, data: SignIn) -> Response[SignedIn]:
    """With handle and password. Takes the same time, and says the same, where there is no such account."""
    async with guessing(services, "password", request, folded(data.handle)):
        async with services.engine.connect() as connection:
            account = await account_called(connection, data.handle)
        kept = None if account is None else account.password
        if not await matches(kept, data.password) or account is None or kept is None:
            raise Denied("wrong_password")
    if is_outdated(kept):
        again = await hashed(data.password)
        async with services.engine.begin() as connection:
            await keep_password(connection, account.person, again)
    return await enter(request, services, badge, account, bring=data.bring)


@post("/api/signin/passkey/ask", status_code=200)
async def ask_for_signature(request: Asking, services: Services) -> dict[str, Any]:
    """What to hand to the device, to sign in with any passkey it has for this site."""
    async with services.engine.begin() as connection:
        return await ask_to_sign(connection, site_of(request))


@post("/api/signin/passkey", status_code=200)
async def sign_in_by_passkey(
    request: Asking, services: Services, badge: Badge, data: SignInByPasskey
) -> Response[SignedIn]:
    """With what the device signed."""
    account = await _signed(request, services, data.passkey)
    return await enter(request, services, badge, account, bring=data.bring)


@post("/api/signin/recovery", status_code=200)
async def recover(request: Asking, services: Services, badge: Badge, data: Recover) -> Response[SignedIn]:
    """With a recovery code, which is used up, and a new password. Every other sign-in ends."""
    password = read_password(data.password, data.handle)
    async with guessing(services, "code", request, folded(data.handle)):
        kept = await hashed(password)
        async with services.engine.begin() as connection:
            account = await account_called(connection, data.handle)
            if account is None or not await use_code(connection, account.person, data.code):
                raise Denied("wrong_code")
            await keep_password(connection, account.person, kept)
            await end_signins(connection, account.person)
    services.bus.publish(KEYS, {"person": account.person})
    return await enter(request, services, badge, account, bring=data.bring)


@post("/api/signin/proof", status_code=204)
async def show_key(request: Asking, services: Services, badge: Badge, data: Proof) -> None:
    """Show a key once more, which important changes ask for."""
    async with services.engine.connect() as connection:
        account = await must_be_account(connection, badge.person)
    if data.passkey is not None:
        if (await _signed(request, services, data.passkey)).person != badge.person:
            raise Denied("wrong_passkey")
    else:
        async with guessing(services, "password", request, folded(account.handle)):
            if not await matches(account.password, data.password or ""):
                raise Denied("wrong_password")
    async with services.engine.begin() as connection:
        await prove(connection, badge)


@delete("/api/signin", opt={"banned": True})
async def sign_out(request: Asking, services: Services, badge: Badge) -> Response[None]:
    """End the sign-in of this browser, which goes on as a new guest."""
    if badge.signin is not None:
        async with services.engine.begin() as connection:
            await end_signin(connection, badge.person, badge.signin)
        services.bus.publish(KEYS, {"person": badge.person})
    return let_out(request, services)


async def _signed(request: Asking, services: Services, passkey: Credential) -> Account:
    async with guessing(services, "passkey", request), services.engine.begin() as connection:
        return await must_be_account(connection, await signed_by(connection, site_of(request), passkey))


ENTRANCE = [
    sign_up,
    ask_for_passkey,
    sign_in,
    ask_for_signature,
    sign_in_by_passkey,
    recover,
    show_key,
    sign_out,
]
