"""Invitations to open tables, and taking and changing seats there until the deal."""

from __future__ import annotations

from io import BytesIO
from typing import Annotated, Any

import segno
from litestar import Request, delete, get, post, put
from litestar.params import Parameter
from litestar.response import Response
from sqlalchemy import ColumnElement

from axio.server.errors import Denied, NotFound
from axio.server.identity.cookies import Person
from axio.server.open_tables.repository import find, may_take, seats_of
from axio.server.open_tables.take_seat import change_seat, leave_seat, take_seat
from axio.server.open_tables.waiting_room import room_of
from axio.server.schemas.tables import Created, Invitation, NewSeat, Sitting
from axio.server.services import Services
from axio.server.store import tables
from axio.server.table.deals import read_nonce
from axio.server.table.terms import OPEN

Number = Annotated[int, Parameter(ge=0, le=7)]


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
    segno.make(address, error="m", micro=False).save(
        drawn, kind="svg", border=2, dark="#17191D", light="#FFFFFF", omitsize=True, xmldecl=False
    )
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


INVITES = [look, join, code, sit, stand, seat]
