"""The interface for programs. Whatever they get, a person at the same seat would get."""

from __future__ import annotations

from litestar import Router, get, post
from litestar.di import Provide
from litestar.response import Stream
from sqlalchemy import select

from axio.rules.data import observation_data
from axio.server.faults import Denied
from axio.server.house import House
from axio.server.lobby import challenging, chat
from axio.server.lobby.challenges import open_challenges
from axio.server.lobby.forms import NewChallenge, Paired, Pairing, Phrase
from axio.server.lobby.pairing import pair
from axio.server.people.identity import Person
from axio.server.playing.hall import Done, Stale
from axio.server.playing.leaving import resign as give_up
from axio.server.protocol.forms import Created, ListedTable
from axio.server.protocol.site import Challenge
from axio.server.store import people
from axio.server.views.view import sight, view
from axio.server.wire.listing import listed

from . import streams
from .entrance import holder
from .forms import Accepted, Account, Move, Position

_NDJSON = "application/x-ndjson"


@get("/me")
async def who_am_i(house: House, holder: Person) -> Account:
    """Whose token this is."""
    async with house.engine.connect() as connection:
        return Account(name=await connection.scalar(select(people.c.name).where(people.c.id == holder)) or "")


@get("/stream/event", media_type=_NDJSON)
async def event_stream(house: House, holder: Person) -> Stream:
    """What waits for me, again whenever that changes: games in which I am on move, and challenges."""
    streams.check_streams(house, holder)
    return Stream(streams.events(house, holder), media_type=_NDJSON)


@get("/games")
async def my_games(house: House, holder: Person) -> list[ListedTable]:
    """My unfinished games."""
    return [table for table in await listed(house, holder) if table.mine and not table.over]


@get("/games/{name:str}")
async def position(house: House, holder: Person, name: str) -> Position:
    """A game as I know it now, and my legal moves."""
    table = await house.hall.table(name, holder)
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
        view=view(table, holder, seen, clock=house.hall.clock(table)),
        observation=observation_data(known),
        moves=[str(move) for move in known.legal_moves] if table.to_move == seat else [],
    )


@get("/games/{name:str}/stream", media_type=_NDJSON)
async def game_stream(house: House, holder: Person, name: str) -> Stream:
    """Everything that happens at a table: first a `sync`, then the messages a page would get."""
    await house.hall.table(name, holder)
    streams.check_streams(house, holder)
    return Stream(streams.game(house, holder, name), media_type=_NDJSON)


@post("/games/{name:str}/move", status_code=204)
async def move(house: House, holder: Person, name: str, data: Move) -> None:
    """Make a move. The same move again is a success; one for a game that went on is refused."""
    table = await house.hall.table(name, holder)
    seq = table.history.seq if data.seq is None else data.seq
    try:
        await house.hall.play(table, seq, data.move, holder)
    except Stale:
        raise Denied("gone_on") from None
    except Done:
        return


@post("/games/{name:str}/resign", status_code=204)
async def resign(house: House, holder: Person, name: str) -> None:
    """Give up. With three or four seats a bot plays on."""
    await give_up(house.hall, await house.hall.table(name, holder), holder, None)


@post("/games/{name:str}/phrases", status_code=204)
async def say(house: House, holder: Person, name: str, data: Phrase) -> None:
    """Say a set phrase."""
    await chat.say(house, holder, name, data.phrase)


@get("/challenges")
async def challenges(house: House, holder: Person) -> list[Challenge]:
    """Challenges that wait for an answer, mine and others'."""
    async with house.engine.connect() as connection:
        return (await open_challenges(connection, [holder]))[holder]


@post("/challenges")
async def challenge(house: House, holder: Person, data: NewChallenge) -> Created:
    """Ask an account to a game; the table."""
    return Created(id=await challenging.challenge(house, holder, data))


@post("/challenges/{name:str}/accept")
async def accept(house: House, holder: Person, name: str, data: Accepted) -> Created:
    """Take the seat that is kept for me."""
    return Created(id=await challenging.accept(house, holder, name, data.nonce))


@post("/challenges/{name:str}/decline", status_code=204)
async def decline(house: House, holder: Person, name: str) -> None:
    """Leave the seat to somebody else; for a challenge of mine: take it back."""
    await challenging.decline(house, holder, name)


@post("/pairings")
async def quick(house: House, holder: Person, data: Pairing) -> Paired:
    """Sit down with whoever waits for the same game, or wait; the table."""
    return await pair(house, holder, data)


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
