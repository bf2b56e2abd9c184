"""The keys of one's account over HTTP: password, passkeys, recovery codes, sign-ins, tokens."""

from __future__ import annotations

from litestar import delete, post, put

from axio.server.accounts.account import keep_password, must_be_account
from axio.server.accounts.passkeys import add_passkey, remove_passkey
from axio.server.accounts.passwords import hashed, read_password
from axio.server.accounts.recovery_codes import new_codes
from axio.server.accounts.signin_cookie import Asking
from axio.server.accounts.signins import end_signin, end_signins, must_be_fresh
from axio.server.accounts.webauthn_challenges import site_of
from axio.server.bus.local import KEYS as CHANGED
from axio.server.errors import NotFound
from axio.server.identity.cookies import Badge, Person
from axio.server.identity.tokens import add_token, remove_token
from axio.server.schemas.accounts import Codes, MadeToken, NewPasskey, NewPassword, NewToken
from axio.server.services import Services


@put("/api/account/password", status_code=204)
async def change_password(services: Services, badge: Badge, data: NewPassword) -> None:
    """Another password, or the first one. Every other sign-in ends."""
    async with services.engine.connect() as connection:
        await must_be_fresh(connection, badge)
        account = await must_be_account(connection, badge.person)
    kept = await hashed(read_password(data.password, account.handle))
    async with services.engine.begin() as connection:
        await keep_password(connection, badge.person, kept)
        await end_signins(connection, badge.person, but=badge.signin)
    services.bus.publish(CHANGED, {"person": badge.person})


@post("/api/account/passkeys", status_code=204)
async def one_more_passkey(request: Asking, services: Services, badge: Badge, data: NewPasskey) -> None:
    """Keep the passkey that the device made."""
    async with services.engine.begin() as connection:
        await must_be_fresh(connection, badge)
        await add_passkey(connection, site_of(request), badge.person, data.passkey, data.name)


@delete("/api/account/passkeys/{name:str}")
async def take_passkey(services: Services, badge: Badge, name: str) -> None:
    async with services.engine.begin() as connection:
        await must_be_fresh(connection, badge)
        account = await must_be_account(connection, badge.person)
        _found(await remove_passkey(connection, badge.person, name, password=account.password is not None))


@post("/api/account/codes")
async def fresh_codes(services: Services, badge: Badge) -> Codes:
    """New recovery codes, told now and never again; the old ones open nothing any more."""
    async with services.engine.begin() as connection:
        await must_be_fresh(connection, badge)
        return Codes(codes=await new_codes(connection, badge.person))


@delete("/api/account/signins/{name:str}")
async def end_one(services: Services, person: Person, name: str) -> None:
    """Sign out in one browser, wherever it is."""
    async with services.engine.begin() as connection:
        _found(await end_signin(connection, person, name))
    services.bus.publish(CHANGED, {"person": person})


@delete("/api/account/signins")
async def end_others(services: Services, badge: Badge) -> None:
    """Sign out everywhere else."""
    async with services.engine.begin() as connection:
        await end_signins(connection, badge.person, but=badge.signin)
    services.bus.publish(CHANGED, {"person": badge.person})


@post("/api/account/tokens")
async def new_token(services: Services, badge: Badge, data: NewToken) -> MadeToken:
    """A token for a program, told now and never again."""
    async with services.engine.begin() as connection:
        await must_be_fresh(connection, badge)
        return MadeToken(token=await add_token(connection, badge.person, data.name))


@delete("/api/account/tokens/{name:str}")
async def take_token(services: Services, person: Person, name: str) -> None:
    async with services.engine.begin() as connection:
        _found(await remove_token(connection, person, name))


def _found(there: bool) -> None:
    if not there:
        raise NotFound("no_such_page")


KEYS = [
    change_password,
    one_more_passkey,
    take_passkey,
    fresh_codes,
    end_one,
    end_others,
    new_token,
    take_token,
]
