"""Whoever showed a right key is let in: a new sign-in, a cookie for it, and the guest's games if wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

from litestar import Request
from litestar.response import Response
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.house import House
from axio.server.news.bus import KEYS
from axio.server.people.identity import Badge, Person, new_person

from .account import Account
from .forms import SignedIn
from .moving import bring_games, tell_tables
from .signins import add_signin, end_signin

T = TypeVar("T")
Asking: TypeAlias = Request[Any, Any, Any]


async def enter(
    request: Asking, house: House, before: Badge, account: Account, *, bring: bool
) -> Response[SignedIn]:
    """Sign the account in here, instead of whoever was here before."""
    brought: Sequence[str] = ()
    async with house.engine.begin() as connection:
        if before.signin is not None:
            await end_signin(connection, before.person, before.signin)
        elif bring:
            brought = await bring_games(connection, before.person, account.person)
        told = SignedIn(handle=account.handle, brought=len(brought))
        response = await let_in(request, house, connection, account.person, told)
    house.bus.publish(KEYS, {"person": before.person})
    await tell_tables(house, brought)
    return response


async def let_in(
    request: Asking, house: House, connection: AsyncConnection, person: Person, content: T
) -> Response[T]:
    """An answer with the cookie of a new sign-in."""
    signin = await add_signin(connection, person, request.headers.get("user-agent", ""))
    cookie = house.signer.cookie(person, signin, secure=house.secure(request))
    return Response(content, cookies=[cookie])


def let_out(request: Asking, house: House) -> Response[None]:
    """An answer that makes this browser a new guest."""
    return Response(None, cookies=[house.signer.cookie(new_person(), secure=house.secure(request))])
