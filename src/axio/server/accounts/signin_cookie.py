"""Whoever showed a right key is let in: a new sign-in, a cookie for it, and the guest's games if wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

from litestar import Request
from litestar.response import Response
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.bus.local import KEYS
from axio.server.identity.cookies import Badge, Person, new_person
from axio.server.schemas.accounts import SignedIn
from axio.server.services import Services

from .account import Account
from .merge_guest import bring_games, tell_tables
from .signins import add_signin, end_signin

T = TypeVar("T")
Asking: TypeAlias = Request[Any, Any, Any]


async def enter(
    request: Asking, services: Services, before: Badge, account: Account, *, bring: bool
) -> Response[SignedIn]:
    """Sign the account in here, instead of whoever was here before."""
    brought: Sequence[str] = ()
    async with services.engine.begin() as connection:
        if before.signin is not None:
            await end_signin(connection, before.person, before.signin)
        elif bring:
            brought = await bring_games(connection, before.person, account.person)
        told = SignedIn(handle=account.handle, brought=len(brought))
        response = await let_in(request, services, connection, account.person, told)
    services.bus.publish(KEYS, {"person": before.person})
    await tell_tables(services, brought)
    return response


async def let_in(
    request: Asking, services: Services, connection: AsyncConnection, person: Person, content: T
) -> Response[T]:
    """An answer with the cookie of a new sign-in."""
    signin = await add_signin(connection, person, request.headers.get("user-agent", ""))
    cookie = services.signer.cookie(person, signin, secure=services.secure(request))
    return Response(content, cookies=[cookie])


def let_out(request: Asking, services: Services) -> Response[None]:
    """An answer that makes this browser a new guest."""
    return Response(None, cookies=[services.signer.cookie(new_person(), secure=services.secure(request))])
