"""Exceptions as JSON responses, and the security headers of every response."""

from __future__ import annotations

import logging
from typing import Any

from litestar import MediaType, Request, Response
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap, Message, Scope
from sqlalchemy.exc import SQLAlchemyError

from axio.rules import AxioError, Malformed, Refused
from axio.server.errors import NotFound, TooMany, Unfit, fault_of, one_line
from axio.server.process.metrics import ANSWERS
from axio.server.protocol import Fault
from axio.server.store import is_outage, is_unfit

from .assets import PAGE, asset

_LOG = logging.getLogger(__name__)
_STATUS = {NotFound: 404, Unfit: 400, TooMany: 429, Refused: 403, AxioError: 400}
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}


def _from_ours(_: Request[Any, Any, Any], error: AxioError) -> Response[Fault]:
    return _answer(
        next(status for kind, status in _STATUS.items() if isinstance(error, kind)), fault_of(error)
    )


def _from_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    if error.status_code == 404 and _reads_page(request):
        return _as_page()
    kind = "malformed" if error.status_code in (400, 413, 415, 422) else "refused"
    text = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        details = [f"{each.get('key', 'body')}: {each.get('message')}" for each in error.extra]
        text = "; ".join(details)[:300] or text
    reason = {404: "no_such_page", 413: "too_big", 429: "too_many"}.get(error.status_code, kind)
    fault = Fault(fault=kind, reason=reason, values={}, text=one_line(text))
    return _answer(error.status_code, fault, error.headers)


def _reads_page(request: Request[Any, Any, Any]) -> bool:
    """Is this a person at a wrong address, and no program that reads JSON?"""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def _as_page() -> Response[bytes]:
    """The page, which says in the reader's language that there is nothing here."""
    page = asset(PAGE)
    return Response(page.body, status_code=404, media_type=page.kind)


def _from_bug(request: Request[Any, Any, Any], error: Exception) -> Response[Fault]:
    where = request.scope.get("path_template", "a page")  # not the path: some hold secrets
    _LOG.exception("%s %s failed", request.method, where, exc_info=error)
    fault = Fault(fault="refused", reason="broken", values={}, text="something is wrong with the server")
    return _answer(500, fault)


def _from_database(request: Request[Any, Any, Any], error: SQLAlchemyError | OSError) -> Response[Fault]:
    if is_unfit(error):
        return _from_ours(request, Malformed("a text or a number in this request cannot be kept"))
    if not is_outage(error):
        return _from_bug(request, error)
    text = "the database is away for a moment: try again"
    return _answer(503, Fault(fault="refused", reason="outage", values={}, text=text), {"Retry-After": "2"})


def _answer(status: int, fault: Fault, headers: dict[str, str] | None = None) -> Response[Fault]:
    return Response(fault, status_code=status, media_type=MediaType.JSON, headers=headers)


HANDLERS: ExceptionHandlersMap = {
    AxioError: _from_ours,
    HTTPException: _from_http,
    SQLAlchemyError: _from_database,
    OSError: _from_database,
    Exception: _from_bug,
}


def _policy(**others: str) -> str:
    return "; ".join(f"{name} {sources}" for name, sources in {**POLICY, **others}.items())


HEADERS = {
    "Content-Security-Policy": _policy(),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


# Of a page that other sites may show in a frame. It does nothing but show.
FRAMED = {name: value for name, value in HEADERS.items() if name != "X-Frame-Options"} | {
    "Content-Security-Policy": _policy(**{"frame-ancestors": "*"})
}


async def add_headers(message: Message, scope: Scope) -> None:
    """Add them to every response, error responses too."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        opt = getattr(scope.get("route_handler"), "opt", {})  # an address that is not there has no handler
        for name, value in (FRAMED if opt.get("framed") else HEADERS).items():
            headers[name] = value
        headers.setdefault("Cache-Control", "no-store")
        ANSWERS.labels(f"{message['status'] // 100}xx").inc()
