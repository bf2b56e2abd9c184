"""Meeting others, over HTTP: the lobby, set phrases, and whom to keep away."""

from __future__ import annotations

from litestar import delete, get, post

from axio.server.faults import Denied
from axio.server.house import House
from axio.server.people.identity import Person
from axio.server.protocol.forms import Created
from axio.server.protocol.site import Lobby

from . import blocking, challenging, chat
from .forms import Block, Blocked, NewChallenge, Paired, Pairing, Phrase
from .lists import Lists
from .pairing import pair


@get("/api/lobby")
async def lobby(house: House, person: Person) -> Lobby:
    """Open tables, games to watch, and who is online."""
    async with house.engine.connect() as connection:
        return (await Lists.read(connection, [person])).seen_by(person)


@post("/api/tables/{name:str}/phrases", status_code=204)
async def say(house: House, person: Person, name: str, data: Phrase) -> None:
    """Say a set phrase at a table where I sit."""
    await chat.say(house, person, name, data.phrase)


@get("/api/blocks")
async def blocked(house: House, person: Person) -> list[Blocked]:
    """Whom I keep away."""
    async with house.engine.connect() as connection:
        return await blocking.blocked(connection, person)


@post("/api/blocks", status_code=204)
async def block(house: House, person: Person, data: Block) -> None:
    """Keep away whoever sits there: from my tables, from pairing with me, from talking to me."""
    table = await house.hall.table(data.table, person)
    other = table.chairs[data.seat].person if data.seat < len(table.chairs) else None
    if other is None or other == person:
        raise Denied("nobody_to_block")
    await blocking.block(house.engine, person, other, table.chairs[data.seat].name)
    house.site.refresh_lobby()


@delete("/api/blocks/{name:str}")
async def unblock(house: House, person: Person, name: str) -> None:
    """Let them come near again."""
    await blocking.unblock(house.engine, person, name)
    house.site.refresh_lobby()


@post("/api/lobby/pairings")
async def find_game(house: House, person: Person, data: Pairing) -> Paired:
    """Sit down with whoever has waited longest for the same game, or wait; the table."""
    return await pair(house, person, data)


@post("/api/challenges")
async def challenge(house: House, person: Person, data: NewChallenge) -> Created:
    """Ask an account to a game; the table."""
    return Created(id=await challenging.challenge(house, person, data))


@delete("/api/challenges/{name:str}")
async def decline(house: House, person: Person, name: str) -> None:
    """Leave the seat that is kept for me to somebody else, or take a challenge of mine back."""
    await challenging.decline(house, person, name)


LOBBY_DESK = [lobby, find_game, challenge, decline, say, blocked, block, unblock]
