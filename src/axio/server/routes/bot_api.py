"""The interface for programs. Whatever they get, a person at the same seat would get."""

from __future__ import annotations

from litestar import Router, get, post
from litestar.di import Provide
from litestar.response import Stream
from sqlalchemy import select

from axio.rules.data import observation_data
from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.lobby import challenge_service, chat
from axio.server.lobby.challenges import open_challenges
from axio.server.lobby.pairing import pair
from axio.server.playing.game_service import Done, Stale
from axio.server.playing.leave_game import resign as give_up
from axio.server.protocol.site import Challenge
from axio.server.schemas.bot_api import Accepted, Account, Move, Position
from axio.server.schemas.lobby import NewChallenge, Paired, Pairing, Phrase
from axio.server.schemas.tables import Created, ListedTable
from axio.server.services import Services
from axio.server.store import people
from axio.server.views.view import sight, view

from . import event_streams
from .bot_auth import holder
from .table_lists import listed

_NDJSON = "application/x-ndjson"


@get("/me")
async def who_am_i(services: Services, holder: Person) -> Account:
    """Whose token this is."""
    async with services.engine.connect() as connection:
        return Account(name=await connection.scalar(select(people.c.name).where(people.c.id == holder)) or "")


@get("/stream/event", media_type=_NDJSON)
async def event_stream(services: Services, holder: Person) -> Stream:
    """What waits for me, again whenever that changes: games in which I am on move, and challenges."""
    event_streams.check_streams(services, holder)
    return Stream(event_streams.events(services, holder), media_type=_NDJSON)


@get("/games")
async def my_games(services: Services, holder: Person) -> list[ListedTable]:
    """My unfinished games."""
    return [table for table in await listed(services, holder) if table.mine and not table.over]


@get("/games/{name:str}")
async def position(services: Services, holder: Person, name: str) -> Position:
    """A game as I know it now, and my legal moves."""
    table = await services.game_service.table(name, holder)
    mine = table.seats_of(holder)
    if not mine:
        raise Denied("not_seated")
    seat = next((seat for seat in mine if seat == table.to_move), mine[0])
    state = table.history.state
    known = state.observe(seat)
    seen = sight(table, holder, seat)
    return Position(
        table=name,
        seat=seat,
        view=view(table, holder, seen, clock=services.game_service.clock(table)),
        observation=observation_data(known),
        moves=[str(move) for move in known.legal_moves] if table.to_move == seat else [],
    )


@get("/games/{name:str}/stream", media_type=_NDJSON)
async def game_stream(services: Services, holder: Person, name: str) -> Stream:
    """Everything that happens at a table: first a `sync`, then the messages a page would get."""
    await services.game_service.table(name, holder)
    event_streams.check_streams(services, holder)
    return Stream(event_streams.game(services, holder, name), media_type=_NDJSON)


@post("/games/{name:str}/move", status_code=204)
async def move(services: Services, holder: Person, name: str, data: Move) -> None:
    """Make a move. The same move again is a success; one for a game that went on is refused."""
    table = await services.game_service.table(name, holder)
    seq = table.history.seq if data.seq is None else data.seq
    try:
        await services.game_service.play(table, seq, data.move, holder)
    except Stale:
        raise Denied("gone_on") from None
    except Done:
        return


@post("/games/{name:str}/resign", status_code=204)
async def resign(services: Services, holder: Person, name: str) -> None:
    """Give up. With three or four seats a bot plays on."""
    await give_up(services.game_service, await services.game_service.table(name, holder), holder, None)


@post("/games/{name:str}/phrases", status_code=204)
async def say(services: Services, holder: Person, name: str, data: Phrase) -> None:
    """Say a set phrase."""
    await chat.say(services, holder, name, data.phrase)


@get("/challenges")
async def challenges(services: Services, holder: Person) -> list[Challenge]:
    """Challenges that wait for an answer, mine and others'."""
    async with services.engine.connect() as connection:
        return (await open_challenges(connection, [holder]))[holder]


@post("/challenges")
async def challenge(services: Services, holder: Person, data: NewChallenge) -> Created:
    """Ask an account to a game; the table."""
    return Created(id=await challenge_service.challenge(services, holder, data))


@post("/challenges/{name:str}/accept")
async def accept(services: Services, holder: Person, name: str, data: Accepted) -> Created:
    """Take the seat that is kept for me."""
    return Created(id=await challenge_service.accept(services, holder, name, data.nonce))


@post("/challenges/{name:str}/decline", status_code=204)
async def decline(services: Services, holder: Person, name: str) -> None:
    """Leave the seat to somebody else; for a challenge of mine: take it back."""
    await challenge_service.decline(services, holder, name)


@post("/pairings")
async def quick(services: Services, holder: Person, data: Pairing) -> Paired:
    """Sit down with whoever waits for the same game, or wait; the table."""
    return await pair(services, holder, data)


BOT_API = Router(
    "/api/bot",
    route_handlers=[
        who_am_i,
        event_stream,
        my_games,
        position,
        game_stream,
        move,
        resign,
        say,
        challenges,
        challenge,
        accept,
        decline,
        quick,
    ],
    dependencies={"holder": Provide(holder)},
    opt={"token": True},
    security=[{"token": []}],
    tags=["bots"],
)
