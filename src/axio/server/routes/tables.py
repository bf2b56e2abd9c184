"""Tables over HTTP: list, create, replay, remove; records and pictures."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from litestar import Request, delete, get, post
from litestar.params import Parameter
from litestar.response import Response

from axio.rules import AxioError
from axio.rules.reading import record_from
from axio.server.errors import Denied, NotDealt
from axio.server.identity.cookies import Person
from axio.server.lobby.my_tables import one_table, tables_of
from axio.server.open_tables.create import commit, create, import_record
from axio.server.open_tables.take_seat import close_table
from axio.server.schemas.tables import Checked, Committed, Created, ListedTable, NewTable, Replay
from axio.server.services import Services
from axio.server.views.pictures import picture
from axio.server.views.records import frames, record

Ply = Annotated[int | None, Parameter(ge=0, le=100_000)]


@get("/api/tables")
async def my_tables(services: Services, person: Person) -> list[ListedTable]:
    """My tables, the unfinished ones first."""
    return await tables_of(services.engine, person, local=services.settings.local)


@post("/api/tables")
async def new_table(services: Services, person: Person, data: NewTable) -> Created:
    """Create a table, and deal unless a seat is open."""
    return Created(id=await create(services.open_tables, person, data))


@post("/api/deals")
async def new_deal(services: Services, person: Person) -> Committed:
    """Get the commitment to a deal, before I give a nonce for it."""
    return await commit(services.engine, person)


@delete("/api/tables/{name:str}")
async def abandon(services: Services, person: Person, name: str) -> None:
    """Remove an unfinished game of mine, or a record I imported."""
    try:
        table = await services.game_service.table(name, person)
    except NotDealt:
        await close_table(services.open_tables, name, person)
        return
    if person != table.owner:
        raise Denied("not_yours")
    if table.history.over and not table.record:
        raise Denied("over_already")
    if table.terms.daily is not None:
        raise Denied("one_try")
    if table.together:
        raise Denied("not_alone")
    await services.game_service.remove(table)


@get("/api/tables/{name:str}/replay")
async def replay(services: Services, person: Person, name: str) -> Replay:
    """The game so far as I saw it; with every rack once it is over."""
    table = await services.game_service.table(name, person)
    async with table.lock:
        shown = await asyncio.to_thread(frames, table, person)
    return Replay(table=await one_table(services.engine, name, person), frames=shown)


@get("/api/tables/{name:str}/record", media_type="application/json")
async def take_record(services: Services, person: Person, name: str) -> Response[str]:
    """The record, with the seed and the proof of the deal. Never before the end."""
    found = record(await services.game_service.table(name, person))
    headers = {"Content-Disposition": f'attachment; filename="{found.game}-{name}.json"'}
    return Response(found.text(), headers=headers, media_type="application/json")


@get("/api/tables/{name:str}/check")
async def check(services: Services, person: Person, name: str) -> Checked:
    """Check the proof of the deal and every move, for a browser that cannot."""
    found = record(await services.game_service.table(name, person))
    if found.proof is None:
        return Checked(ok=False, text="no proof: this game was not dealt here")
    try:
        await asyncio.to_thread(record_from, found.as_data())
    except AxioError as fault:
        return Checked(ok=False, text=str(fault))
    return Checked(ok=True, text="the commitment, the seed and every move hold")


@get("/api/tables/{name:str}/picture.svg", media_type="image/svg+xml")
async def take_picture(
    services: Services,
    person: Person,
    name: str,
    ply: Ply = None,
    theme: Literal["light", "dark"] = "light",
    board: bool = False,
) -> Response[str]:
    """A picture of what everybody sees in a position: board and scores, or the board alone."""
    table = await services.game_service.table(name, person)
    return Response(picture(table, ply, theme, board_only=board), media_type="image/svg+xml")


@post("/api/records")
async def bring_record(request: Request[Any, Any, Any], services: Services, person: Person) -> Created:
    """Import a record, to watch it."""
    return Created(id=await import_record(services.open_tables, person, await request.body()))


TABLES = [my_tables, new_table, new_deal, abandon, replay, take_record, check, take_picture, bring_record]
