"""Tables over HTTP: list, create, invite, take seats, replay, remove; records and pictures."""

from __future__ import annotations

from io import BytesIO
from typing import Annotated, Any, Literal

import segno
from litestar import Request, delete, get, post, put
from litestar.params import Parameter
from litestar.response import Response
from sqlalchemy import ColumnElement

from axio.draw import svg
from axio.rules import AxioError, Malformed
from axio.rules.reading import record_from
from axio.server.errors import Denied, NotDealt, NotFound, TooMany
from axio.server.identity.cookies import Person
from axio.server.lobby.lists import one_table, tables_of
from axio.server.open_tables.create import commit, create, import_record
from axio.server.open_tables.repository import find, may_take, seats_of
from axio.server.open_tables.take_seat import change_seat, close_table, leave_seat, take_seat
from axio.server.open_tables.waiting_room import room_of
from axio.server.playing.leave_game import resign_everything
from axio.server.schemas.tables import (
    RECORD,
    Checked,
    Committed,
    Created,
    Invitation,
    ListedTable,
    NewSeat,
    NewTable,
    Replay,
    Sitting,
)
from axio.server.services import Services
from axio.server.store import tables
from axio.server.table.deals import read_nonce
from axio.server.table.table import IMPORTED, Table
from axio.server.table.terms import OPEN
from axio.server.views.records import frames, public_position, record

Ply = Annotated[int | None, Parameter(ge=0, le=100_000)]
Number = Annotated[int, Parameter(ge=0, le=7)]

_RECORD_COST = 10  # tables without moves, which are as much smaller than a record


@get("/api/tables")
async def my_tables(services: Services, person: Person) -> list[ListedTable]:
    """My tables, the unfinished ones first."""
    return await tables_of(services.engine, person, local=services.settings.local)


@post("/api/tables")
async def new_table(services: Services, person: Person, client: str, data: NewTable) -> Created:
    """Create a table, and deal unless a seat is open."""
    replayed = data.record is not None or data.position is not None or data.ply is not None
    _count_kept(services, client, _RECORD_COST if replayed else 1)
    return Created(id=await create(services.open_tables, person, data, client))


@post("/api/deals")
async def new_deal(services: Services, person: Person, client: str) -> Committed:
    """Get the commitment to a deal, before I give a nonce for it."""
    _count_kept(services, client)
    return await commit(services.engine, person)


@delete("/api/tables/{name:str}")
async def abandon(services: Services, person: Person, name: str) -> None:
    """Remove an unfinished game of mine, or a record I imported. A rated game is resigned instead."""
    try:
        live = await services.game_service.live(name, person)
    except NotDealt:
        await close_table(services.open_tables, name, person)
        return
    table = live.table
    if person != table.owner:
        raise Denied("not_yours")
    if table.history.over and table.origin != IMPORTED:
        raise Denied("over_already")
    if table.terms.daily is not None:
        raise Denied("one_try")
    if table.together:
        raise Denied("not_alone")
    if table.terms.rated:
        await resign_everything(services.game_service, live, person)
    else:
        await services.game_service.remove(live)


@get("/api/tables/{name:str}/replay")
async def replay(services: Services, person: Person, client: str, name: str, since: int = 0) -> Replay:
    """The game so far as I saw it, from ply `since` on; with every rack once it is over."""
    table = await services.game_service.table(name, person)
    shown = await services.replays.run(client, frames, table, person, since)
    return Replay(table=await one_table(services.engine, name, person), frames=shown)


@get("/api/tables/{name:str}/record", media_type="application/json")
async def take_record(services: Services, person: Person, client: str, name: str) -> Response[str]:
    """The record, with the seed and the proof of the deal. Never before the end."""
    table = await services.game_service.table(name, person)
    text = await services.replays.run(client, lambda: record(table).text())
    game = table.history.opening.game.name
    headers = {"Content-Disposition": f'attachment; filename="{game}-{name}.json"'}
    return Response(text, headers=headers, media_type="application/json")


@get("/api/tables/{name:str}/check")
async def check(services: Services, person: Person, client: str, name: str) -> Checked:
    """Check the proof of the deal and every move, for a browser that cannot."""
    return await services.replays.run(client, _checked, await services.game_service.table(name, person))


def _checked(table: Table) -> Checked:
    found = record(table)
    if found.proof is None:
        return Checked(ok=False, text="no proof: this game was not dealt here")
    try:
        record_from(found.as_data())
    except AxioError as fault:
        return Checked(ok=False, text=str(fault))
    return Checked(ok=True, text="the commitment, the seed and every move hold")


@get("/api/tables/{name:str}/picture.svg", media_type="image/svg+xml")
async def take_picture(
    services: Services,
    person: Person,
    client: str,
    name: str,
    ply: Ply = None,
    theme: Literal["light", "dark"] = "light",
    board: bool = False,
) -> Response[str]:
    """A picture of what everybody sees in a position: board and scores, or the board alone."""
    table = await services.game_service.table(name, person)
    picture = await services.replays.run(client, _drawn, table, ply, theme, board=board)
    return Response(picture, media_type="image/svg+xml")


def _drawn(table: Table, ply: int | None, theme: Literal["light", "dark"], *, board: bool) -> str:
    shown, last = public_position(table, ply)
    if board:
        return svg(shown, theme=theme, board_only=True, coordinates=False)
    return svg(shown, theme=theme, last=last, names=[chair.name for chair in table.chairs])


@post("/api/records", request_max_body_size=RECORD)
async def bring_record(
    request: Request[Any, Any, Any], services: Services, person: Person, client: str
) -> Created:
    """Import a record, to watch it."""
    text = await request.body()
    _count_kept(services, client, _RECORD_COST)
    return Created(id=await import_record(services.open_tables, person, client, text))


def _count_kept(services: Services, client: str, cost: int = 1) -> None:
    """TooMany if this address has the server keep too much."""
    if not services.limits.kept.take(client, cost):
        raise TooMany("too_many")


@get("/api/invites/{invite:str}")
async def look(services: Services, person: Person, invite: str) -> Invitation:
    """What a link leads to, with the commitment to the deal, before a player gives a nonce."""
    async with services.engine.connect() as connection:
        table = await find(connection, tables.c.invite == invite)
        if table is None:
            raise NotFound("no_such_invite")
        seats = await seats_of(connection, table.id)
    mine = any(seat.kind == "person" and seat.person == person for seat in seats)
    room = room_of(table, seats, person)
    return Invitation(room=room, begun=bool(table.seed), table=table.id if mine else None)


@post("/api/invites/{invite:str}")
async def join(services: Services, person: Person, invite: str, data: Sitting) -> Created:
    """Take a seat by a link."""
    try:
        return await _take_seat(services, tables.c.invite == invite, person, data)
    except NotFound:
        raise NotFound("no_such_invite") from None


@get("/api/invites/{invite:str}/code.svg", media_type="image/svg+xml")
async def code(request: Request[Any, Any, Any], services: Services, invite: str) -> Response[bytes]:
    """The link as a QR code."""
    async with services.engine.connect() as connection:
        if await find(connection, tables.c.invite == invite) is None:
            raise NotFound("no_such_invite")
    drawn = BytesIO()
    origin = services.settings.public_url or str(request.base_url)
    address = f"{origin.rstrip('/')}/join/{invite}"
    try:
        made = segno.make(address, error="m", micro=False)
    except segno.DataOverflowError:
        raise Malformed("host: expected a name that fits into a QR code") from None
    made.save(drawn, kind="svg", border=2, dark="#17191D", light="#FFFFFF", omitsize=True, xmldecl=False)
    return Response(drawn.getvalue(), media_type="image/svg+xml")


@post("/api/tables/{name:str}/seat")
async def sit(services: Services, person: Person, name: str, data: Sitting) -> Created:
    """Take a seat that is reserved for me, or one at a table of the lobby."""
    async with services.engine.connect() as connection:
        table = await find(connection, tables.c.id == name)
        if table is None:
            raise NotFound("no_such_table")
        seats = await seats_of(connection, name)
    kept = any(may_take(seat, person) and seat.person == person for seat in seats)
    if not table.seed and not kept and table.visibility != OPEN:
        raise Denied("no_free_seat")
    return await _take_seat(services, tables.c.id == name, person, data)


@delete("/api/tables/{name:str}/seat")
async def stand(services: Services, person: Person, name: str) -> None:
    """Leave my seat before the deal."""
    await leave_seat(services.open_tables, name, person)


@put("/api/tables/{name:str}/seats/{number:int}")
async def seat(services: Services, person: Person, name: str, number: Number, data: NewSeat) -> None:
    """At my own table: put a bot on a seat, or open it."""
    await change_seat(services.open_tables, name, person, number, data)


async def _take_seat(
    services: Services, which: ColumnElement[bool], person: Person, data: Sitting
) -> Created:
    nonce = read_nonce(data.nonce)
    return Created(id=await take_seat(services.open_tables, which, person, nonce, data.name, data.seat))


TABLES = [
    my_tables,
    new_table,
    new_deal,
    abandon,
    replay,
    take_record,
    check,
    take_picture,
    bring_record,
    look,
    join,
    code,
    sit,
    stand,
    seat,
]
