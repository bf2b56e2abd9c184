"""The games, boards and bots there are, and one's own name."""

from __future__ import annotations

from typing import Annotated

from litestar import get, put
from litestar.params import Parameter
from litestar.response import Response

from axio.rules import Game, Malformed, game, game_names
from axio.rules.game import SEATS
from axio.server.accounts.account import account_of, name_for, name_of, set_name
from axio.server.bots.demo import demo
from axio.server.bots.roster import cards
from axio.server.errors import NotFound
from axio.server.identity.cookies import Person
from axio.server.protocol import Geometry
from axio.server.schemas.tables import BotCard, Demo, GameCard, Me, Visitor
from axio.server.services import Services
from axio.server.settings import WEB_FOLDER
from axio.server.views.geometry import geometry

SeatCount = Annotated[int, Parameter(ge=SEATS[0], le=SEATS[-1])]


@get("/api/games", sync_to_thread=False)
def games() -> list[GameCard]:
    """Every game there is."""
    return [_card(game(name, 1)) for name in game_names()]


def _card(game: Game) -> GameCard:
    return GameCard(
        name=game.name,
        title=game.title,
        colours=game.colours,
        seats=list(SEATS),
        lesson=(WEB_FOLDER / "generated" / f"lesson-{game.name}.json").exists(),
        texts={language: {**texts} for language, texts in game.texts.items()},
    )


@get("/api/games/{name:str}/demo", sync_to_thread=True)
def game_to_watch(name: str) -> Response[Demo]:
    """A short game between two bots."""
    if name not in game_names():
        raise NotFound("no_such_page")
    return Response(demo(name), headers={"Cache-Control": "public, max-age=3600"})


@get("/api/games/{name:str}/{seats:int}", sync_to_thread=False)
def board(name: str, seats: SeatCount) -> Response[Geometry]:
    """A game's board for a number of seats."""
    try:
        found = geometry(name, seats)
    except Malformed:
        raise NotFound("no_such_page") from None
    return Response(found, headers={"Cache-Control": "public, max-age=3600"})


@get("/api/bots", sync_to_thread=False)
def bots() -> list[BotCard]:
    """The bots a table may seat."""
    return list(cards())


@get("/api/me", opt={"banned": True})
async def me(services: Services, person: Person) -> Visitor:
    """How this browser is known here."""
    async with services.engine.connect() as connection:
        account = await account_of(connection, person)
        name = await name_of(connection, person)
    return Visitor(
        name=name,
        account=account is not None,
        is_bot=account is not None and account.is_bot,
        local=services.settings.local,
    )


@put("/api/me")
async def rename(services: Services, person: Person, data: Me) -> Me:
    """Change my name. An account always uses its handle."""
    async with services.engine.begin() as connection:
        name = await name_for(connection, person, data.name)
        await set_name(connection, person, name)
    return Me(name=name)


CATALOGUE = [games, board, game_to_watch, bots, me, rename]
