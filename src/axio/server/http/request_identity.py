"""The door: who comes in, and from where."""

from __future__ import annotations

from typing import Any, cast

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from axio.server.errors import Denied
from axio.server.identity.cookies import COOKIE, Badge, Person, new_person
from axio.server.identity.guard import Standing
from axio.server.services import Services

_SAFE = ("GET", "HEAD", "OPTIONS")
_POLICY_VIOLATED = 1008


class RequestIdentity(ASGIMiddleware):
    """Checks where a request comes from, and knows the person by the cookie, or gives a new one."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        services: Services = scope["litestar_app"].state.services
        if scope["type"] == ScopeType.WEBSOCKET:
            await _socket(services, scope, receive, send, next_app)
        else:
            await _request(services, ASGIConnection(scope), receive, send, next_app)


async def _socket(services: Services, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
    try:
        badge = await _let_in(services, ASGIConnection(cast("Scope", {**scope, "state": {}})))
    except Denied as fault:
        await send({"type": "websocket.close", "code": _POLICY_VIOLATED, "reason": fault.reason})
        return
    scope["state"]["badge"] = badge
    await services.guard.hold(badge, next_app(scope, receive, send))


async def _let_in(services: Services, connection: ASGIConnection[Any, Any, Any, Any]) -> Badge | None:
    """With a scope of its own: a socket lasts for hours, and what was read of it need not be kept so long."""
    services.check_origin(connection, origin=True)
    return await _admitted(services, connection)


async def _request(
    services: Services,
    connection: ASGIConnection[Any, Any, Any, Any],
    receive: Receive,
    send: Send,
    next_app: ASGIApp,
) -> None:
    services.check_origin(connection, origin=connection.scope.get("method") not in _SAFE)
    known = await _admitted(services, connection)
    badge = known or Badge(new_person())
    connection.scope["state"]["badge"] = badge
    welcome = None
    opt = connection.route_handler.opt
    if known is None and not opt.get("anonymous") and not opt.get("token"):
        welcome = services.signer.cookie(badge.person, secure=services.secure(connection))

    async def answer(message: Message) -> None:
        if welcome is not None and message["type"] == "http.response.start":
            headers = MutableScopeHeaders.from_message(message)
            if not any(cookie.startswith(f"{COOKIE}=") for cookie in headers.getall("Set-Cookie", [])):
                headers.add("Set-Cookie", welcome.to_header(header=""))
        await send(message)

    await next_app(connection.scope, receive, answer)


async def _admitted(services: Services, connection: ASGIConnection[Any, Any, Any, Any]) -> Badge | None:
    """The badge that the cookie shows, if it still holds; Denied if its person is banned."""
    badge, opt = services.signer.badge(connection), connection.route_handler.opt
    if badge is None or opt.get("anonymous"):
        return None
    standing = await services.guard.standing(badge)
    if standing is Standing.BANNED and not opt.get("banned"):
        raise Denied("banned")
    return None if standing is Standing.UNKNOWN else badge


def visitor(socket: WebSocket[Any, Any, Any]) -> Person | None:
    """The person at a socket; None for a browser that shows no badge, or one that holds no more."""
    found: Badge | None = socket.scope["state"]["badge"]
    return found.person if found else None


def badge(request: Request[Any, Any, Any]) -> Badge:
    """The badge of the person who asks."""
    found: Badge = request.scope["state"]["badge"]
    return found


def who(request: Request[Any, Any, Any]) -> Person:
    """The person who asks."""
    return badge(request).person
