"""The pages. All of them are one HTML file, whose scripts read the path; plus static files."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, Router, get

from axio.server.http.assets import served
from axio.server.http.service_worker import service_worker

_PATHS = [
    "/",
    "/new",
    "/new/{game:str}",
    "/table/{name:str}",
    "/join/{invite:str}",
    "/watch/{name:str}",
    "/scores",
    "/daily",
    "/daily/{day:str}",
    "/ratings",
    "/player/{name:str}",
    "/learn",
    "/learn/{game:str}",
    "/rules",
    "/rules/{game:str}",
    "/lobby",
    "/notices",
    "/mail/{what:str}/{token:str}",  # from a link in an e-mail
    "/about",
    "/account",
]


@get(_PATHS, include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    return served(request, "index.html")


@get("/service-worker.js", include_in_schema=False, sync_to_thread=False, opt={"anonymous": True})
def worker() -> Response[bytes]:
    return service_worker()


@get("/favicon.ico", include_in_schema=False, sync_to_thread=False)
def icon(request: Request[Any, Any, Any]) -> Response[bytes]:
    return served(request, "icon.svg")


@get("/static/{path:path}", include_in_schema=False, sync_to_thread=False, opt={"anonymous": True})
def static(request: Request[Any, Any, Any], path: str) -> Response[bytes]:
    return served(request, path)


PAGES = Router("/", route_handlers=[page, worker, icon, static], opt={"packed": True, "banned": True})
