"""Links to tables that gather people, and what one does there until the deal."""

from __future__ import annotations

from io import BytesIO
from typing import Annotated, Any

import segno
from litestar import Request, delete, get, post, put
from litestar.params import Parameter
from litestar.response import Response
from sqlalchemy import select

from axio.server.errors import Denied, NotFound
from axio.server.identity.cookies import Person
from axio.server.open_tables.repository import may_take, seats_of
from axio.server.open_tables.rooms import room_of
from axio.server.open_tables.take_seat import change_seat, get_up, sit_down
from axio.server.schemas.tables import Created, Invitation, NewSeat, Sitting
from axio.server.services import Services
from axio.server.store import tables
from axio.server.table.deals import read_nonce
from axio.server.table.terms import OPEN

Number = Annotated[int, Parameter(ge=0, le=7)]


@get("/api/invites/{invite:str}")
async def look(services: Services, person: Person, invite: str) -> Invitation:
    """What a link leads to, the commitment to the deal included, before one gives a nonce to it."""
    async with services.engine.connect() as connection:
        table = (await connection.execute(select(tables).where(tables.c.invite == invite))).first()
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
        which = tables.c.invite == invite
        return Created(
            id=await sit_down(services, which, person, read_nonce(data.nonce), data.name, data.seat)
        )
    except NotFound:
        raise NotFound("no_such_invite") from None


@get("/api/invites/{invite:str}/code.svg", media_type="image/svg+xml")
async def code(request: Request[Any, Any, Any], services: Services, invite: str) -> Response[bytes]:
    """The link as a QR code."""
    async with services.engine.connect() as connection:
        if await connection.scalar(select(tables.c.id).where(tables.c.invite == invite)) is None:
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
    """Take a seat that is kept for me, or one at a table of the lobby."""
    async with services.engine.connect() as connection:
        table = (await connection.execute(select(tables).where(tables.c.id == name))).first()
        if table is None:
            raise NotFound("no_such_table")
        seats = await seats_of(connection, name)
    kept = any(may_take(seat, person) and seat.person == person for seat in seats)
    if not table.seed and not kept and table.visibility != OPEN:
        raise Denied("no_free_seat")
    which = tables.c.id == name
    return Created(id=await sit_down(services, which, person, read_nonce(data.nonce), data.name, data.seat))


@delete("/api/tables/{name:str}/seat")
async def stand(services: Services, person: Person, name: str) -> None:
    """Give my seat back before the deal."""
    await get_up(services, name, person)


@put("/api/tables/{name:str}/seats/{number:int}")
async def seat(services: Services, person: Person, name: str, number: Number, data: NewSeat) -> None:
    """At my own table: put a bot on a seat, or open it."""
    await change_seat(services, name, person, number, data)


INVITATIONS = [look, join, code, sit, stand, seat]
