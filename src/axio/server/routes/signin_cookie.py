"""Responses that sign a browser in or out, by a new cookie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

from litestar import Request
from litestar.response import Response
from sqlalchemy.ext.asyncio import AsyncConnection

from axio.server.accounts.account import Account
from axio.server.accounts.merge_guest import bring_games, reload_tables
from axio.server.accounts.signins import add_signin, end_signin
from axio.server.bus.local import KEYS
from axio.server.http.request_identity import is_secure
from axio.server.identity.cookies import Identity, Person, new_person
from axio.server.schemas.accounts import SignedIn
from axio.server.services import Services

T = TypeVar("T")
AnyRequest: TypeAlias = Request[Any, Any, Any]


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
    """A response with the cookie of a new sign-in."""
    signin = await add_signin(connection, person, request.headers.get("user-agent", ""))
    cookie = services.signer.cookie(person, signin, secure=is_secure(services.settings, request))
    return Response(content, cookies=[cookie])


def as_new_guest(request: AnyRequest, services: Services) -> Response[None]:
    """A response that makes this browser a new guest."""
    secure = is_secure(services.settings, request)
    return Response(None, cookies=[services.signer.cookie(new_person(), secure=secure)])
