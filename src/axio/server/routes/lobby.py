"""Meeting others, over HTTP: the lobby, set phrases, and whom to keep away."""

from __future__ import annotations

from litestar import delete, get, post

from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.lobby import blocks, challenge_service, chat
from axio.server.lobby.lists import Lists
from axio.server.lobby.pairing import pair
from axio.server.protocol.site import Lobby
from axio.server.schemas.lobby import Block, Blocked, NewChallenge, Paired, Pairing, Phrase
from axio.server.schemas.tables import Created
from axio.server.services import Services


@get("/api/lobby")
async def lobby(services: Services, person: Person) -> Lobby:
    """Open tables, games to watch, and who is online."""
    async with services.engine.connect() as connection:
        return (await Lists.read(connection, [person])).seen_by(person)


@post("/api/tables/{name:str}/phrases", status_code=204)
async def say(services: Services, person: Person, name: str, data: Phrase) -> None:
    """Say a set phrase at a table where I sit."""
    await chat.say(services, person, name, data.phrase)


@get("/api/blocks")
async def blocked(services: Services, person: Person) -> list[Blocked]:
    """Whom I keep away."""
    async with services.engine.connect() as connection:
        return await blocks.blocked(connection, person)


@post("/api/blocks", status_code=204)
async def block(services: Services, person: Person, data: Block) -> None:
    """Keep away whoever sits there: from my tables, from pairing with me, from talking to me."""
    table = await services.game_service.table(data.table, person)
    other = table.chairs[data.seat].person if data.seat < len(table.chairs) else None
    if other is None or other == person:
        raise Denied("nobody_to_block")
    await blocks.block(services.engine, person, other, table.chairs[data.seat].name)
    services.hub.refresh_lobby()


@delete("/api/blocks/{name:str}")
async def unblock(services: Services, person: Person, name: str) -> None:
    """Let them come near again."""
    await blocks.unblock(services.engine, person, name)
    services.hub.refresh_lobby()


@post("/api/lobby/pairings")
async def find_game(services: Services, person: Person, data: Pairing) -> Paired:
    """Sit down with whoever has waited longest for the same game, or wait; the table."""
    return await pair(services, person, data)


@post("/api/challenges")
async def challenge(services: Services, person: Person, data: NewChallenge) -> Created:
    """Ask an account to a game; the table."""
    return Created(id=await challenge_service.challenge(services, person, data))


@delete("/api/challenges/{name:str}")
async def decline(services: Services, person: Person, name: str) -> None:
    """Leave the seat that is kept for me to somebody else, or take a challenge of mine back."""
    await challenge_service.decline(services, person, name)


LOBBY = [lobby, find_game, challenge, decline, say, blocked, block, unblock]
