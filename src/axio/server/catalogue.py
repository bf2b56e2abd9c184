"""What can be played, and with whom: games, boards, bots, and one's own name."""

from __future__ import annotations

import time
from typing import Annotated

from litestar import get, put
from litestar.params import Parameter
from litestar.response import Response
from sqlalchemy import insert, select, update

from axio.rules import Malformed, game, game_names
from axio.rules.game import SEATS

from .faults import NotFound
from .forms import BotCard, GameCard, Me
from .geometry import geometry
from .house import House
from .identity import Person
from .protocol import Geometry
from .roster import cards
from .store import people
from .words import clean

SeatCount = Annotated[int, Parameter(ge=SEATS[0], le=SEATS[-1])]


@get("/api/games", sync_to_thread=False)
def games() -> list[GameCard]:
    """Every game there is."""
    return [GameCard(name=name, colours=game(name, 1).colours, seats=list(SEATS)) for name in game_names()]


@get("/api/games/{name:str}/{seats:int}", sync_to_thread=False)
def board(name: str, seats: SeatCount) -> Response[Geometry]:
    """A game's board for so many seats."""
    try:
        found = geometry(name, seats)
    except Malformed:
        raise NotFound("no_such_page") from None
    return Response(found, headers={"Cache-Control": "public, max-age=3600"})


@get("/api/bots", sync_to_thread=False)
def bots() -> list[BotCard]:
    """The bots a table may seat."""
    return list(cards())


@get("/api/me")
async def me(house: House, person: Person) -> Me:
    """The name this browser goes by."""
    async with house.engine.connect() as connection:
        return Me(name=await connection.scalar(select(people.c.name).where(people.c.id == person)))


@put("/api/me")
async def rename(house: House, person: Person, data: Me) -> Me:
    """Go by another name."""
    name = clean(data.name) or None
    async with house.engine.begin() as connection:
        changed = await connection.execute(update(people).where(people.c.id == person).values(name=name))
        if not changed.rowcount:
            row = {"id": person, "name": name, "created": time.time()}
            await connection.execute(insert(people), row)
    return Me(name=name)


CATALOGUE = [games, board, bots, me, rename]
