"""The door: who comes in, and from where."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from .faults import Denied
from .house import House
from .identity import Person, new_person

_SAFE = ("GET", "HEAD", "OPTIONS")
_POLICY_VIOLATED = 1008


class Door(ASGIMiddleware):
    """Checks where a request comes from, and knows the person by the cookie, or gives a new one."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        house: House = scope["litestar_app"].state.house
        safe = scope.get("method") in _SAFE
        if scope["type"] == ScopeType.WEBSOCKET:
            try:
                house.check_origin(connection, origin=True)
            except Denied as fault:
                await send({"type": "websocket.close", "code": _POLICY_VIOLATED, "reason": fault.reason})
                return
            await next_app(scope, receive, send)
            return
        house.check_origin(connection, origin=not safe)
        known = house.signer.person(connection)
        person = known or new_person()
        scope["state"]["person"] = person
        welcome = None
        opt = connection.route_handler.opt
        if known is None and not opt.get("anonymous") and not opt.get("token"):
            welcome = house.signer.cookie(person, secure=connection.url.scheme == "https")

        async def answer(message: Message) -> None:
            if welcome is not None and message["type"] == "http.response.start":
                MutableScopeHeaders.from_message(message).add("Set-Cookie", welcome.to_header(header=""))
            await send(message)

        await next_app(scope, receive, answer)


def who(request: Request[Any, Any, Any]) -> Person:
    """The person who asks."""
    person: Person = request.scope["state"]["person"]
    return person
