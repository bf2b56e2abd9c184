"""The HTTP interface for programs. A program gets what a person at the same seat would get.

Streams send one JSON object a line, and an empty line from time to time to keep the connection alive.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from litestar import Request, Router, get, post
from litestar.di import Provide
from litestar.exceptions import NotAuthorizedException
from litestar.response import Stream

from axio.rules.data import observation_data
from axio.server.accounts.account import name_of
from axio.server.errors import Denied
from axio.server.http.streams import NDJSON, lines
from axio.server.hub import EventStream
from axio.server.identity.cookies import Person
from axio.server.identity.tokens import person_of_token
from axio.server.lobby import challenges as lobby_challenges
from axio.server.lobby.lists import tables_of
from axio.server.lobby.pairing import pair
from axio.server.playing.game_service import Done, Stale
from axio.server.playing.leave_game import resign as give_up
from axio.server.playing.live_table import Watcher
from axio.server.process.flow_control import Outbox
from axio.server.protocol.hub import Challenge, Here
from axio.server.schemas.bot_api import Accepted, Move, SeatPosition, TokenOwner
from axio.server.schemas.lobby import NewChallenge, Paired, Pairing, Phrase
from axio.server.schemas.tables import Created, ListedTable
from axio.server.services import Services
from axio.server.views.view import perspective, view

_SCHEME = "bearer "
_MOST = 64  # open streams of one person


@get("/me")
async def who_am_i(services: Services, holder: Person) -> TokenOwner:
    """The owner of the token."""
    async with services.engine.connect() as connection:
        return TokenOwner(name=await name_of(connection, holder) or "")


@get("/stream/event", media_type=NDJSON)
async def event_stream(services: Services, holder: Person) -> Stream:
    """What waits for me, sent again whenever it changes: games in which I am to move, and challenges."""
    _check_streams(services, holder)
    return Stream(_events(services, holder), media_type=NDJSON)


@get("/games")
async def my_games(services: Services, holder: Person) -> list[ListedTable]:
    """My unfinished games."""
    return [
        table
        for table in await tables_of(services.engine, holder, local=services.settings.local)
        if table.mine and not table.over
    ]


@get("/games/{name:str}")
async def position(services: Services, holder: Person, name: str) -> SeatPosition:
    """A game as my seat sees it now, and my legal moves."""
    live = await services.game_service.live(name, holder)
    table = live.table
    mine = table.seats_of(holder)
    if not mine:
        raise Denied("not_seated")
    seat = next((seat for seat in mine if seat == table.to_move), mine[0])
    state = table.history.state
    known = state.observe(seat)
    seen = perspective(table, holder, seat)
    return SeatPosition(
        table=name,
        seat=seat,
        view=view(table, holder, seen, clock=live.clock()),
        observation=observation_data(known),
        moves=[str(move) for move in known.legal_moves] if table.to_move == seat else [],
    )


@get("/games/{name:str}/stream", media_type=NDJSON)
async def game_stream(services: Services, holder: Person, name: str) -> Stream:
    """Everything that happens at a table: first a `sync`, then the messages a page would get."""
    await services.game_service.table(name, holder)
    _check_streams(services, holder)
    return Stream(_game_events(services, holder, name), media_type=NDJSON)


@post("/games/{name:str}/move", status_code=204)
async def move(services: Services, holder: Person, name: str, data: Move) -> None:
    """Make a move. Repeating it succeeds; a move for a position that has passed is refused."""
    live = await services.game_service.live(name, holder)
    seq = live.table.history.seq if data.seq is None else data.seq
    try:
        await services.game_service.play(live, seq, data.move, holder)
    except Stale:
        raise Denied("gone_on") from None
    except Done:
        return


@post("/games/{name:str}/resign", status_code=204)
async def resign(services: Services, holder: Person, name: str) -> None:
    """Resign. With three or four seats a bot plays on."""
    await give_up(services.game_service, await services.game_service.live(name, holder), holder, None)


@post("/games/{name:str}/phrases", status_code=204)
async def say(services: Services, holder: Person, name: str, data: Phrase) -> None:
    """Say a set phrase."""
    await services.chat.say(holder, name, data.phrase)


@get("/challenges")
async def challenges(services: Services, holder: Person) -> list[Challenge]:
    """Challenges that wait for an answer, mine and others'."""
    async with services.engine.connect() as connection:
        return (await lobby_challenges.open_challenges(connection, [holder]))[holder]


@post("/challenges")
async def challenge(services: Services, holder: Person, data: NewChallenge) -> Created:
    """Challenge an account; the response names the table."""
    await services.login_throttle.allow(f"challenges by {holder}", *lobby_challenges.LIMIT)
    return Created(id=await lobby_challenges.challenge(services.open_tables, holder, data))


@post("/challenges/{name:str}/accept")
async def accept(services: Services, holder: Person, name: str, data: Accepted) -> Created:
    """Take the seat that is reserved for me."""
    return Created(id=await lobby_challenges.accept(services.open_tables, holder, name, data.nonce))


@post("/challenges/{name:str}/decline", status_code=204)
async def decline(services: Services, holder: Person, name: str) -> None:
    """Decline a challenge, or withdraw one of mine."""
    await lobby_challenges.decline(services.open_tables, holder, name)
    services.hub.refresh(holder)


@post("/pairings")
async def quick(services: Services, holder: Person, data: Pairing) -> Paired:
    """Join a table that waits for the same game, or wait at a new one."""
    return await pair(services.open_tables, holder, data)


async def holder(request: Request[Any, Any, Any], services: Services) -> Person:
    """The owner of the token in the request; 401 for none or an unknown one."""
    header = request.headers.get("authorization", "")
    if header.lower().startswith(_SCHEME):
        async with services.engine.connect() as connection:
            person = await person_of_token(connection, header[len(_SCHEME) :].strip())
        if person is not None:
            return person
    raise NotAuthorizedException("expected a token, as in `Authorization: Bearer axio_…`")


async def _events(services: Services, person: Person) -> AsyncIterator[bytes]:
    """What the hub sends to any page of this person."""
    page = EventStream(person, Outbox(services.settings.queue))
    with services.guard.streaming(person, page.outbox.drop), services.hub.opened(page):
        async for line in lines(page.outbox):
            yield line


async def _game_events(services: Services, person: Person, name: str) -> AsyncIterator[bytes]:
    """Everything that a browser at the table would get, and the phrases said there."""
    live = await services.game_service.live(name, person)
    watcher = Watcher(live, person, Outbox(services.settings.queue))

    def join() -> None:
        live.watchers.add(watcher)
        watcher.resync()

    page = EventStream(person, watcher.outbox, Here(table=name))
    with services.guard.streaming(person, page.outbox.drop), services.hub.opened(page):
        await services.game_service.watch(live, join)
        services.attendance.changed(live)
        try:
            async for line in lines(watcher.outbox):
                yield line
        finally:
            live.watchers.discard(watcher)
            services.attendance.changed(live)


def _check_streams(services: Services, person: Person) -> None:
    if services.hub.pages.count(person) >= _MOST:
        raise Denied("too_many_streams", most=_MOST)


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
