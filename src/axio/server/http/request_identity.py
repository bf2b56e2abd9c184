"""Middleware that checks where a request comes from and who sends it, and gives new visitors a cookie."""

from __future__ import annotations

from typing import Any, TypeAlias, cast
from urllib.parse import urlsplit

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from axio.server.accounts.login_throttle import address_of
from axio.server.errors import Denied, TooMany
from axio.server.identity.cookies import COOKIE, Identity, Person, new_person
from axio.server.identity.guard import IdentityStatus
from axio.server.process.limits import Limits
from axio.server.services import Services
from axio.server.settings import Settings, is_loopback

_Connection: TypeAlias = ASGIConnection[Any, Any, Any, Any]

_SAFE = ("GET", "HEAD", "OPTIONS")
_POLICY_VIOLATED = 1008


class RequestIdentity(ASGIMiddleware):
    """Puts the `Identity` of the sender into the scope of every request and socket."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        services: Services = scope["litestar_app"].state.services
        if scope["type"] == ScopeType.WEBSOCKET:
            await _socket(services, scope, receive, send, next_app)
        else:
            await _request(services, ASGIConnection(scope), receive, send, next_app)


async def _socket(services: Services, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
    limits = services.limits
    try:
        identity, client = await _socket_identity(services, scope)
        _take_places(limits, client, identity)
    except Denied as fault:
        await send({"type": "websocket.close", "code": _POLICY_VIOLATED, "reason": fault.reason})
        return
    scope["state"].update(identity=identity, client=client)
    try:
        await services.guard.hold(identity, next_app(scope, receive, send))
    finally:
        limits.address_sockets.give_back(client)
        if identity:
            limits.person_sockets.give_back(identity.person)


async def _socket_identity(services: Services, scope: Scope) -> tuple[Identity | None, str]:
    """Whose socket it is, and from which address. Denied for too many new ones.

    A socket lasts for hours: what Litestar caches of the headers here is freed before.
    """
    connection: _Connection = ASGIConnection(cast("Scope", {**scope, "state": {}}))
    client = address_of(connection)
    check_origin(services.settings, connection, origin=True)
    if not services.limits.requests.take(client):
        raise TooMany("too_many")
    return await _admitted(services, connection), client


def _take_places(limits: Limits, client: str, identity: Identity | None) -> None:
    """TooMany if this address, or this person, has too many sockets open."""
    if not limits.address_sockets.take(client):
        raise TooMany("too_many")
    if identity and not limits.person_sockets.take(identity.person):
        limits.address_sockets.give_back(client)
        raise TooMany("too_many")


async def _request(
    services: Services, connection: _Connection, receive: Receive, send: Send, next_app: ASGIApp
) -> None:
    check_origin(services.settings, connection, origin=connection.scope.get("method") not in _SAFE)
    known = await _admitted(services, connection)
    identity = known or Identity(new_person())
    connection.scope["state"]["identity"] = identity
    welcome = None
    opt = connection.route_handler.opt
    if known is None and not opt.get("anonymous") and not opt.get("token"):
        secure = is_secure(services.settings, connection)
        welcome = services.signer.cookie(identity.person, secure=secure)

    async def answer(message: Message) -> None:
        if welcome is not None and message["type"] == "http.response.start":
            headers = MutableScopeHeaders.from_message(message)
            if not any(cookie.startswith(f"{COOKIE}=") for cookie in headers.getall("Set-Cookie", [])):
                headers.add("Set-Cookie", welcome.to_header(header=""))
        await send(message)

    await next_app(connection.scope, receive, answer)


async def _admitted(services: Services, connection: _Connection) -> Identity | None:
    """The identity in the cookie, if it is still valid; Denied if its person is banned."""
    identity, opt = services.signer.identity(connection), connection.route_handler.opt
    if identity is None or opt.get("anonymous"):
        return None
    status = await services.guard.status(identity)
    if status is IdentityStatus.BANNED and not opt.get("banned"):
        raise Denied("banned")
    return None if status is IdentityStatus.UNKNOWN else identity


def check_origin(settings: Settings, connection: _Connection, *, origin: bool) -> None:
    """Denied for a page of another site (if `origin` is to be checked), and for a host name that is not ours.

    The second check stops DNS rebinding: a server for this machine alone answers only to its own names.
    """
    host = connection.headers.get("host", "")
    source = connection.headers.get("origin") if origin else None
    ours = {host.lower(), urlsplit(settings.public_url or "").netloc.lower()}
    if source is not None and urlsplit(source).netloc.lower() not in ours - {""}:
        raise Denied("wrong_origin")
    if settings.local and not is_loopback(urlsplit(f"//{host}").hostname or ""):
        raise Denied("wrong_origin")


def is_secure(settings: Settings, connection: _Connection) -> bool:
    """Whether the browser's connection is encrypted."""
    return settings.secure or connection.url.scheme in ("https", "wss")


def socket_person(socket: WebSocket[Any, Any, Any]) -> Person | None:
    """The person at a socket; None for a browser without a valid identity."""
    found: Identity | None = socket.scope["state"]["identity"]
    return found.person if found else None


def request_identity(request: Request[Any, Any, Any]) -> Identity:
    """The identity of the sender."""
    found: Identity = request.scope["state"]["identity"]
    return found


def socket_address(socket: WebSocket[Any, Any, Any]) -> str:
    """The address a socket comes from, as limits count it."""
    return str(socket.scope["state"]["client"])


def request_address(request: Request[Any, Any, Any]) -> str:
    """The address a request comes from, as limits count it."""
    return address_of(request)


def request_person(request: Request[Any, Any, Any]) -> Person:
    """The person who sends the request."""
    return request_identity(request).person
