"""Signing up, in and out. A valid credential gives the browser a new cookie; a wrong one is counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

from litestar import Request, delete, post
from litestar.response import Response
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.rules import Malformed
from axio.server.accounts.account import (
    Account,
    account_called,
    account_of,
    add_account,
    must_be_account,
    set_password,
)
from axio.server.accounts.credentials import hashed, is_outdated, matches, new_codes, read_password, use_code
from axio.server.accounts.handles import folded, read_handle
from axio.server.accounts.known_devices import device_cookie, known_as, remember_address
from axio.server.accounts.passkeys import add_passkey, ask_to_add, ask_to_sign, signed_by, site_of
from axio.server.accounts.signins import (
    add_signin,
    bring_games,
    browser_of,
    end_signin,
    end_signins,
    prove,
    reload_tables,
)
from axio.server.bus.local import KEYS
from axio.server.errors import Denied
from axio.server.http.request_identity import is_secure
from axio.server.identity.cookies import Identity, Person, new_person
from axio.server.identity.tokens import remove_tokens
from axio.server.schemas.accounts import (
    Codes,
    Credential,
    CredentialProof,
    Handle,
    Recover,
    SignedIn,
    SignIn,
    SignInByPasskey,
    SignUp,
)
from axio.server.services import Services

T = TypeVar("T")
AnyRequest: TypeAlias = Request[Any, Any, Any]


@post("/api/account")
async def sign_up(
    request: AnyRequest, services: Services, identity: Identity, data: SignUp
) -> Response[Codes]:
    """Turn this guest into an account; the recovery codes are shown only in this response."""
    if (data.password is None) == (data.passkey is None):
        raise Malformed("expected either `password` or `passkey`")
    await services.login_throttle.count_try("handle", request)
    handle, kept = read_handle(data.handle), None
    if data.password is not None:
        kept = await hashed(read_password(data.password, handle))
    async with services.engine.begin() as connection:
        await add_account(connection, identity.person, handle, kept)
        if data.passkey is not None:
            name = browser_of(request.headers.get("user-agent", ""))
            await add_passkey(connection, site_of(request), identity.person, data.passkey, name)
        codes = Codes(codes=await new_codes(connection, identity.person))
        response = await with_new_signin(request, services, connection, identity.person, codes)
    services.bus.publish(KEYS, {"person": identity.person})
    return response


@post("/api/account/passkeys/ask", status_code=200)
async def ask_for_passkey(
    request: AnyRequest, services: Services, person: Person, data: Handle
) -> dict[str, Any]:
    """Options for the device to create a passkey, for a new account or an additional one."""
    async with services.engine.begin() as connection:
        account = await account_of(connection, person)
        handle = read_handle(data.handle) if account is None else account.handle
        return await ask_to_add(connection, site_of(request), person, handle)


@post("/api/signin", status_code=200)
async def sign_in(
    request: AnyRequest, services: Services, identity: Identity, data: SignIn
) -> Response[SignedIn]:
    """With handle and password. An unknown handle takes the same time and gets the same response."""
    async with services.engine.connect() as connection:
        account = await account_called(connection, data.handle)
        known = await known_as(connection, services.signer, request, account.person if account else None)
    handle = folded(data.handle)
    async with services.login_throttle.guessing("password", request, handle, known=known):
        kept = None if account is None else account.password
        if not await matches(kept, data.password) or account is None or kept is None:
            raise Denied("wrong_password")
    if is_outdated(kept):
        again = await hashed(data.password)
        async with services.engine.begin() as connection:
            await set_password(connection, account.person, again)
    return await sign_in_response(request, services, identity, account, bring=data.bring)


@post("/api/signin/passkey/ask", status_code=200)
async def ask_for_signature(request: AnyRequest, services: Services) -> dict[str, Any]:
    """Options for the device to sign in with any passkey it has for this site."""
    async with services.engine.begin() as connection:
        return await ask_to_sign(connection, site_of(request))


@post("/api/signin/passkey", status_code=200)
async def sign_in_by_passkey(
    request: AnyRequest, services: Services, identity: Identity, data: SignInByPasskey
) -> Response[SignedIn]:
    """With a challenge that the device signed."""
    account = await _signed(request, services, data.passkey)
    return await sign_in_response(request, services, identity, account, bring=data.bring)


@post("/api/signin/recovery", status_code=200)
async def recover(
    request: AnyRequest, services: Services, identity: Identity, data: Recover
) -> Response[SignedIn]:
    """With a recovery code, which this uses up, and a new password. Every other sign-in and token ends."""
    password = read_password(data.password, data.handle)
    # Codes are too long to guess: a limit for the account would only let a stranger block it.
    async with services.login_throttle.guessing("code", request):
        kept = await hashed(password)
        async with services.engine.begin() as connection:
            account = await account_called(connection, data.handle)
            if account is None or not await use_code(connection, account.person, data.code):
                raise Denied("wrong_code")
            await set_password(connection, account.person, kept)
            await end_signins(connection, account.person)
            await remove_tokens(connection, account.person)
    services.bus.publish(KEYS, {"person": account.person})
    return await sign_in_response(request, services, identity, account, bring=data.bring)


@post("/api/signin/proof", status_code=204)
async def prove_again(
    request: AnyRequest, services: Services, identity: Identity, data: CredentialProof
) -> None:
    """Give the password or a passkey again, which important changes require."""
    async with services.engine.connect() as connection:
        account = await must_be_account(connection, identity.person)
    if data.passkey is not None:
        if (await _signed(request, services, data.passkey)).person != identity.person:
            raise Denied("wrong_passkey")
    else:
        known = f"sign-in {identity.signin}"
        async with services.login_throttle.guessing("password", request, account.person, known=known):
            if not await matches(account.password, data.password or ""):
                raise Denied("wrong_password")
    async with services.engine.begin() as connection:
        await prove(connection, identity)


@delete("/api/signin", opt={"banned": True})
async def sign_out(request: AnyRequest, services: Services, identity: Identity) -> Response[None]:
    """End the sign-in of this browser, which continues as a new guest."""
    if identity.signin is not None:
        async with services.engine.begin() as connection:
            await end_signin(connection, identity.person, identity.signin)
        services.bus.publish(KEYS, {"person": identity.person})
    return as_new_guest(request, services)


async def _signed(request: AnyRequest, services: Services, passkey: Credential) -> Account:
    async with services.login_throttle.guessing("passkey", request), services.engine.begin() as connection:
        return await must_be_account(connection, await signed_by(connection, site_of(request), passkey))


AUTH = [
    sign_up,
    ask_for_passkey,
    sign_in,
    ask_for_signature,
    sign_in_by_passkey,
    recover,
    prove_again,
    sign_out,
]


async def sign_in_response(
    request: AnyRequest, services: Services, before: Identity, account: Account, *, bring: bool
) -> Response[SignedIn]:
    """Sign the account in, instead of the identity this browser had before."""
    brought: Sequence[str] = ()
    async with services.engine.begin() as connection:
        if before.signin is not None:
            await end_signin(connection, before.person, before.signin)
        elif bring:
            brought = await bring_games(connection, before.person, account.person)
        content = SignedIn(handle=account.handle, brought=len(brought))
        response = await with_new_signin(request, services, connection, account.person, content)
    services.bus.publish(KEYS, {"person": before.person})
    await reload_tables(services.game_service, brought)
    return response


async def with_new_signin(
    request: AnyRequest, services: Services, connection: AsyncConnection, person: Person, content: T
) -> Response[T]:
    """A response with the cookie of a new sign-in, and one by which this device is known later."""
    signer, secure = services.signer, is_secure(services.settings, request)
    signin = await add_signin(connection, person, request.headers.get("user-agent", ""))
    await remember_address(connection, signer, request, person)
    device = device_cookie(signer, request, person, secure=secure)
    return Response(content, cookies=[signer.cookie(person, signin, secure=secure), device])


def as_new_guest(request: AnyRequest, services: Services, guest: Person | None = None) -> Response[None]:
    """A response that makes this browser a new guest."""
    secure = is_secure(services.settings, request)
    return Response(None, cookies=[services.signer.cookie(guest or new_person(), secure=secure)])
