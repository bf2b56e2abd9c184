"""The credentials of one's account over HTTP: password, passkeys, recovery codes, sign-ins, tokens."""

from __future__ import annotations

from litestar import delete, post, put

from axio.server.accounts.account import must_be_account, set_password
from axio.server.accounts.passkeys import add_passkey, remove_passkey, site_of
from axio.server.accounts.passwords import hashed, read_password
from axio.server.accounts.recovery_codes import new_codes
from axio.server.accounts.signins import end_signin, end_signins, must_be_fresh
from axio.server.bus.local import KEYS
from axio.server.errors import NotFound
from axio.server.identity.cookies import Identity, Person
from axio.server.identity.tokens import add_token, remove_token
from axio.server.schemas.accounts import Codes, MadeToken, NewPasskey, NewPassword, NewToken
from axio.server.services import Services

from .signin_cookie import AnyRequest


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


def _found(there: bool) -> None:
    if not there:
        raise NotFound("no_such_page")


CREDENTIALS = [
    change_password,
    one_more_passkey,
    take_passkey,
    fresh_codes,
    end_one,
    end_others,
    new_token,
    take_token,
]
