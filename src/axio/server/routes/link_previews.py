"""What messengers show of a link: a title, a sentence, and a picture of the position.

Whoever fetches a preview is a stranger. Of a running game they get the spectator's view, and only of one that
is listed; of any other table there is no preview.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from html import escape
from itertools import islice
from typing import Annotated, Any, NamedTuple, TypeAlias
from urllib.parse import quote

from litestar import Request, get
from litestar.params import Parameter
from litestar.response import Response
from resvg_py import svg_to_bytes
from sqlalchemy.exc import SQLAlchemyError

from axio.draw import svg
from axio.draw.palette import THEMES
from axio.rules import AxioError, Observation, State, game, game_names, parse_position, position_text
from axio.server.bots.demo import played
from axio.server.errors import NotFound
from axio.server.identity.cookies import Person
from axio.server.notifications.wording import known_language, shown_name, text
from axio.server.open_tables.repository import find, seats_of
from axio.server.puzzles.choosing import puzzle_of
from axio.server.ratings.profiles import profile
from axio.server.services import Services
from axio.server.store import tables
from axio.server.table.day import read_day
from axio.server.table.table import Table
from axio.server.table.terms import OPEN
from axio.server.views.records import public_position

WIDTH, HEIGHT = 1200, 630  # as messengers cut pictures
_MARGIN = 18
_CLOTH = THEMES["light"].table[1]
_FONT = "DejaVu Sans"  # that servers have; where it is missing, pictures are without words
_PLIES = 24  # of the game that stands for one that has no board yet
_PATIENCE = 2.0  # seconds: the page does not wait longer for its preview
_KEPT = "public, max-age=300"
Ply = Annotated[int | None, Parameter(ge=0, le=100_000)]


class LinkPreview(NamedTuple):
    title: str
    line: str
    picture: str  # its address on this server


Asked: TypeAlias = Callable[[Services, str, Mapping[str, Any]], Awaitable[LinkPreview | None]]


async def preview_tags(request: Request[Any, Any, Any], services: Services) -> str:
    """What a messenger shows of this address, for the head of the page; nothing if there is no preview."""
    asked = _ASKED[request.url.path.split("/")[1]]
    language = known_language(request.headers.get("accept-language", "")[:2].lower())
    try:
        async with asyncio.timeout(_PATIENCE):
            card = await asked(services, language, {**request.query_params, **request.path_params})
    except (AxioError, SQLAlchemyError, OSError):  # no such thing, not for strangers, or no database
        card = None
    if card is None:
        return ""
    origin = (services.settings.public_url or str(request.base_url)).rstrip("/")
    return _tags(card, origin, request.url.path)


def _tags(card: LinkPreview, origin: str, path: str) -> str:
    facts = {
        "og:site_name": "Axio",
        "og:type": "website",
        "og:url": origin + path,
        "og:title": card.title,
        "og:description": card.line,
        "og:image": origin + card.picture,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": card.title,
    }
    tags = [f'<meta property="{name}" content="{escape(fact)}">\n' for name, fact in facts.items()]
    return "".join([*tags, '<meta name="twitter:card" content="summary_large_image">\n'])


async def _invitation(services: Services, language: str, asked: Mapping[str, Any]) -> LinkPreview | None:
    async with services.engine.connect() as connection:
        table = await find(connection, tables.c.invite == asked["invite"])
        seats = [] if table is None else await seats_of(connection, table.id)
    if table is None or table.seed:
        return None
    names = [shown_name(language, seat.bot or seat.name) for seat in seats if seat.kind != "open"]
    title = text(language, "preview.invite", game=game(table.game, 1).title)
    line = text(language, "preview.seats", n=len(seats), names=", ".join(names))
    return LinkPreview(title, line, f"/api/games/{table.game}/picture.png")


async def _table(services: Services, language: str, asked: Mapping[str, Any]) -> LinkPreview | None:
    table = await services.game_service.table(asked["name"], None)
    if not _listed(table):
        return None
    history, names = table.history, [shown_name(language, chair.bot or chair.name) for chair in table.chairs]
    title = f"{history.opening.game.title}: {', '.join(names)}"
    outcome = table.outcome
    if outcome is None:
        line = text(language, "preview.running", n=history.ply)
    else:
        line = text(language, "preview.won", names=", ".join(names[seat] for seat in outcome.winners))
    return LinkPreview(title, line, f"/api/tables/{table.id}/picture.png?ply={history.ply}")


def _listed(table: Table) -> bool:
    """Whether strangers find this game without being told of it."""
    return table.terms.visibility == OPEN or (table.closed and table.terms.rated)


async def _daily(services: Services, language: str, asked: Mapping[str, Any]) -> LinkPreview | None:
    if "day" in asked and read_day(asked["day"]) is None:
        return None
    picture = f"/api/games/{game_names()[0]}/picture.png"
    return LinkPreview(text(language, "daily.title"), text(language, "preview.daily"), picture)


async def _player(services: Services, language: str, asked: Mapping[str, Any]) -> LinkPreview | None:
    async with services.engine.connect() as connection:
        found = await profile(connection, "", asked["name"])
    line = text(language, "preview.player")
    return LinkPreview(shown_name(language, found.name), line, f"/api/games/{game_names()[0]}/picture.png")


async def _analysis(services: Services, language: str, asked: Mapping[str, Any]) -> LinkPreview | None:
    position = parse_position(asked.get("p", ""))
    title = text(language, "preview.position", game=position.game.title)
    picture = f"/api/analysis/picture.png?position={quote(asked['p'])}"
    return LinkPreview(title, text(language, "analyse.title"), picture)


async def _puzzle(services: Services, language: str, asked: Mapping[str, Any]) -> LinkPreview | None:
    """The board before the move, without racks."""
    puzzle = puzzle_of(asked["game"], asked["name"])
    title = text(language, "preview.puzzle", game=game(asked["game"], 1).title)
    shown = quote(position_text(_public(parse_position(puzzle.position))))
    line = text(language, "preview.solve")
    return LinkPreview(title, line, f"/api/analysis/picture.png?position={shown}")


_ASKED: Mapping[str, Asked] = {
    "join": _invitation,
    "table": _table,
    "watch": _table,
    "review": _table,
    "daily": _daily,
    "player": _player,
    "analyse": _analysis,
    "puzzles": _puzzle,
}


# --- pictures -----------------------------------------------------------------------------------------------


@get("/api/tables/{name:str}/picture.png", media_type="image/png")
async def table_picture(
    services: Services, person: Person, client: str, name: str, ply: Ply = None
) -> Response[bytes]:
    """What everybody sees in a position, as pixels of the size that messengers show."""
    table = await services.game_service.table(name, person)
    return await _answer(services, client, _of_table, table, ply)


@get("/api/analysis/picture.png", media_type="image/png")
async def position_picture(services: Services, client: str, position: str) -> Response[bytes]:
    """The board and the tracks of a position by its text."""
    return await _answer(services, client, _of_position, position)


@get("/api/games/{name:str}/picture.png", media_type="image/png")
async def game_picture(services: Services, client: str, name: str) -> Response[bytes]:
    """A board of this game, for tables that have none yet."""
    if name not in game_names():
        raise NotFound("no_such_page")
    return await _answer(services, client, _of_game, name)


async def _answer(
    services: Services, client: str, draw: Callable[..., bytes], *asked: Any
) -> Response[bytes]:
    body = await services.replays.run(client, draw, *asked)
    return Response(body, media_type="image/png", headers={"Cache-Control": _KEPT})


def _of_table(table: Table, ply: int | None) -> bytes:
    shown, last = public_position(table, ply)
    return png(svg(shown, last=last, names=[chair.name for chair in table.chairs]))


def _of_position(asked: str) -> bytes:
    return png(svg(_public(parse_position(asked))))


def _public(position: State | Observation) -> Observation:
    state = position if isinstance(position, State) else position.sample(0)
    return state.observe(None)


@cache
def _of_game(name: str) -> bytes:
    *_, last = islice(played(name), _PLIES)
    return png(svg(last.observe(None), board_only=True, coordinates=False))


def png(drawing: str) -> bytes:
    """A drawing on a sheet of the size that messengers show."""
    size = f'x="0" y="{_MARGIN}" width="{WIDTH}" height="{HEIGHT - 2 * _MARGIN}" '
    sheet = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}">'
    inner = drawing.replace("<svg ", f"<svg {size}", 1)
    whole = f'{sheet}<rect width="{WIDTH}" height="{HEIGHT}" fill="{_CLOTH}"/>{inner}</svg>'
    return bytes(svg_to_bytes(svg_string=whole, sans_serif_family=_FONT))


LINK_PREVIEWS = [table_picture, position_picture, game_picture]
