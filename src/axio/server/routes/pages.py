"""The pages: one shell for every address, whose modules show what belongs there; and the files they need."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, Router, get, route
from litestar.enums import HttpMethod

from axio.server.http.assets import PAGE, asset, served, service_worker
from axio.server.services import Services

from .link_previews import preview_tags

ADDRESSES = [
    "/",
    "/about",
    "/account",
    "/exercises",
    "/exercises/{name:str}/{ply:int}",
    "/learn",
    "/learn/{game:str}",
    "/lobby",
    "/mail/{what:str}/{token:str}",
    "/new",
    "/new/{game:str}",
    "/notices",
    "/puzzles",
    "/puzzles/{game:str}",
    "/ratings",
    "/rules",
    "/rules/{game:str}",
    "/scores",
]
# What people send each other: messengers show a preview of these.
SHARED = [
    "/analyse",
    "/daily",
    "/daily/{day:str}",
    "/join/{invite:str}",
    "/player/{name:str}",
    "/puzzles/{game:str}/{name:str}",
    "/review/{name:str}",
    "/table/{name:str}",
    "/watch/{name:str}",
]


_READ = [HttpMethod.GET, HttpMethod.HEAD]


@route(ADDRESSES, http_method=_READ, include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    return served(request, PAGE)


@route(SHARED, http_method=_READ, include_in_schema=False)
async def shared_page(request: Request[Any, Any, Any], services: Services) -> Response[bytes]:
    tags = await preview_tags(request, services)
    if not tags:
        return served(request, PAGE)
    page = asset(PAGE)
    body = page.body.replace(b"</head>", tags.encode() + b"</head>", 1)
    return Response(body, headers={"Cache-Control": "no-cache"}, media_type=page.kind)


@route(
    ["/embed/{name:str}", "/embed/{name:str}/{ply:int}"],
    http_method=_READ,
    include_in_schema=False,
    sync_to_thread=False,
    opt={"anonymous": True, "framed": True},
)
def viewer(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A game to watch within a page of another site, which may frame this one."""
    return served(request, PAGE)


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


PAGES = Router(
    "/",
    route_handlers=[page, shared_page, viewer, worker, icon, static],
    opt={"packed": True, "banned": True},
)
