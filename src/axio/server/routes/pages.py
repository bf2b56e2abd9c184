"""The pages: shells out of the web folder, which fetch what they show."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, Router, get

from axio.server.http.assets import FOLDER, served
from axio.server.http.service_worker import service_worker

_HOME = "index.html"


def _shell(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    return served(request, name if (FOLDER / name).is_file() else _HOME)


@get("/", include_in_schema=False, sync_to_thread=False)
def home(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _shell(request, _HOME)


@get(["/new/{game:str}", "/new"], include_in_schema=False, sync_to_thread=False)
def new(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _shell(request, "new.html")


@get("/table/{name:str}", include_in_schema=False, sync_to_thread=False)
def table(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _shell(request, "table.html")


@get("/join/{invite:str}", include_in_schema=False, sync_to_thread=False)
def join(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _shell(request, "join.html")


@get("/watch/{name:str}", include_in_schema=False, sync_to_thread=False)
def watch(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _shell(request, "watch.html")


@get("/scores", include_in_schema=False, sync_to_thread=False)
def scores(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _shell(request, "scores.html")


@get(["/daily", "/daily/{day:str}"], include_in_schema=False, sync_to_thread=False)
def daily(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _shell(request, "daily.html")


@get("/ratings", include_in_schema=False, sync_to_thread=False)
def ratings(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _shell(request, "ratings.html")


@get("/player/{name:str}", include_in_schema=False, sync_to_thread=False)
def player(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _shell(request, "player.html")


@get(["/learn/{game:str}", "/learn"], include_in_schema=False, sync_to_thread=False)
def learn(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _shell(request, "learn.html")


@get(["/rules/{game:str}", "/rules"], include_in_schema=False, sync_to_thread=False)
def rules(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _shell(request, "rules.html")


@get("/lobby", include_in_schema=False, sync_to_thread=False)
def lobby(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _shell(request, "lobby.html")


@get("/notices", include_in_schema=False, sync_to_thread=False)
def notices(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _shell(request, "notices.html")


@get("/mail/{what:str}/{token:str}", include_in_schema=False, sync_to_thread=False)
def letter(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Where a link in a letter leads."""
    return _shell(request, "letter.html")


@get("/service-worker.js", include_in_schema=False, sync_to_thread=False, opt={"anonymous": True})
def worker() -> Response[bytes]:
    return service_worker()


@get("/about", include_in_schema=False, sync_to_thread=False)
def about(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _shell(request, "about.html")


@get("/account", include_in_schema=False, sync_to_thread=False)
def account(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _shell(request, "account.html")


@get("/favicon.ico", include_in_schema=False, sync_to_thread=False)
def icon(request: Request[Any, Any, Any]) -> Response[bytes]:
    return served(request, "icon.svg")


@get("/static/{path:path}", include_in_schema=False, sync_to_thread=False, opt={"anonymous": True})
def static(request: Request[Any, Any, Any], path: str) -> Response[bytes]:
    return served(request, path)


PAGES = Router(
    "/",
    route_handlers=[
        home,
        new,
        join,
        table,
        watch,
        scores,
        learn,
        rules,
        lobby,
        notices,
        letter,
        about,
        account,
        icon,
        worker,
        daily,
        ratings,
        player,
        static,
    ],
    opt={"packed": True, "banned": True},
)
