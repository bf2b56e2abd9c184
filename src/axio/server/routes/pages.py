"""The pages: one shell for every address, whose modules show what belongs there; and the files they need."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, Router, get, route
from litestar.enums import HttpMethod

from axio.server.http.assets import served, service_worker

ADDRESSES = [
    "/",
    "/about",
    "/account",
    "/analyse",
    "/daily",
    "/daily/{day:str}",
    "/exercises",
    "/exercises/{name:str}/{ply:int}",
    "/join/{invite:str}",
    "/learn",
    "/learn/{game:str}",
    "/lobby",
    "/mail/{what:str}/{token:str}",
    "/new",
    "/new/{game:str}",
    "/notices",
    "/player/{name:str}",
    "/puzzles",
    "/puzzles/{game:str}",
    "/puzzles/{game:str}/{name:str}",
    "/ratings",
    "/review/{name:str}",
    "/rules",
    "/rules/{game:str}",
    "/scores",
    "/table/{name:str}",
    "/watch/{name:str}",
]


_READ = [HttpMethod.GET, HttpMethod.HEAD]


@route(ADDRESSES, http_method=_READ, include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    return served(request, "index.html")


@get("/service-worker.js", include_in_schema=False, sync_to_thread=False, opt={"anonymous": True})
def worker() -> Response[bytes]:
    return service_worker()


@get("/favicon.ico", include_in_schema=False, sync_to_thread=False)
def icon(request: Request[Any, Any, Any]) -> Response[bytes]:
    return served(request, "icon.svg")


@route(
    "/static/{path:path}",
    http_method=_READ,
    include_in_schema=False,
    sync_to_thread=False,
    opt={"anonymous": True, "unlimited": True},
)
def static(request: Request[Any, Any, Any], path: str) -> Response[bytes]:
    return served(request, path)


PAGES = Router("/", route_handlers=[page, worker, icon, static], opt={"packed": True, "banned": True})
