"""Meeting others over HTTP: the lobby, pairing, challenges, quick chat, blocking."""

from __future__ import annotations

from litestar import delete, get, post

from axio.server.accounts import blocks
from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.lobby import challenges
from axio.server.lobby.lists import Lists
from axio.server.lobby.pairing import pair
from axio.server.protocol.hub import Lobby
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
    """Say a set phrase at a table where I have a seat."""
    await services.chat.say(person, name, data.phrase)


@get("/api/blocks")
async def blocked(services: Services, person: Person) -> list[Blocked]:
    """Whom I block."""
    async with services.engine.connect() as connection:
        return await blocks.blocked(connection, person)


@post("/api/blocks", status_code=204)
async def block(services: Services, person: Person, data: Block) -> None:
    """Block the player at a seat: from my tables, from pairing with me, from talking to me."""
    table = await services.game_service.table(data.table, person)
    other = table.chairs[data.seat].person if data.seat < len(table.chairs) else None
    if other is None or other == person:
        raise Denied("nobody_to_block")
    await blocks.block(services.engine, person, other, table.chairs[data.seat].name)
    services.hub.refresh_lobby()


@delete("/api/blocks/{name:str}")
async def unblock(services: Services, person: Person, name: str) -> None:
    """Unblock somebody."""
    await blocks.unblock(services.engine, person, name)
    services.hub.refresh_lobby()


@post("/api/lobby/pairings")
async def find_game(services: Services, person: Person, data: Pairing) -> Paired:
    """Join the table that has waited longest for the same game, or wait at a new one."""
    return await pair(services.open_tables, person, data)


@post("/api/challenges")
async def challenge(services: Services, person: Person, data: NewChallenge) -> Created:
    """Challenge an account; the response names the table."""
    await services.login_throttle.allow(f"challenges by {person}", *challenges.LIMIT)
    return Created(id=await challenges.challenge(services.open_tables, person, data))


@delete("/api/challenges/{name:str}")
async def decline(services: Services, person: Person, name: str) -> None:
    """Decline a challenge, or withdraw one of mine."""
    await challenges.decline(services.open_tables, person, name)
    services.hub.refresh(person)


LOBBY = [lobby, find_game, challenge, decline, say, blocked, block, unblock]
