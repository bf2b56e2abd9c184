"""Middleware that limits how many requests one address sends, and how many of them are still on their way."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, HTTPReceiveMessage, Receive, Scope, Send

from axio.server.accounts.login_throttle import address_of
from axio.server.errors import TooMany
from axio.server.process.limits import Limits


class RequestLimits(ASGIMiddleware):
    """A body that does not come holds memory; how long it may take is up to `TimedH11Protocol`."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        limits: Limits = scope["litestar_app"].state.services.limits
        connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        client, begun = address_of(connection), False
        if not connection.route_handler.opt.get("unlimited") and not limits.requests.take(client):
            raise TooMany("too_many")
        with ExitStack() as place:

            async def watched() -> HTTPReceiveMessage:
                nonlocal begun
                if not begun and not place.enter_context(limits.unfinished.taken(client)):
                    raise TooMany("too_many")
                begun = True
                message = await receive()
                if not message.get("more_body"):
                    place.close()
                return message  # type: ignore[return-value]  # a request gets no other messages

            await next_app(scope, watched, send)
