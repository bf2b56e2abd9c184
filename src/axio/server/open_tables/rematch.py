"""Once more with the same people: a table that keeps a seat for each of them, one place further."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import update

from axio.server import store
from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.playing.live_table import Change, LiveTable
from axio.server.services import Services
from axio.server.table.table import Chair
from axio.server.table.terms import PRIVATE

from .repository import gather, new_invite, open_chair
from .take_seat import close_room, sit_down


async def rematch(services: Services, live: LiveTable, person: Person, secret: bytes, nonce: bytes) -> str:
    """The table of the rematch, made by whoever asks first; the others take their seats there."""
    if not live.table.closed or not live.table.may_rematch(person):
        raise Denied("no_rematch")
    async with live.lock:
        if live.table.follower is None:
            await _offer(services, live, person, secret, nonce)
            return str(live.table.follower)
    await sit_down(services, store.tables.c.id == live.table.follower, person, nonce)
    return live.table.follower


async def _offer(services: Services, live: LiveTable, person: Person, secret: bytes, nonce: bytes) -> None:
    old = live.table
    chairs = [_chair(chair, person, nonce) for chair in old.chairs]
    chairs = [chairs[-1], *chairs[:-1]]
    terms = replace(old.terms, visibility=PRIVATE, invite=new_invite())
    game = old.history.opening.game.name
    name = await gather(services.engine, person, game, chairs, secret, terms)
    tables = store.tables
    free = (tables.c.id == old.id) & tables.c.follower.is_(None)
    async with services.engine.begin() as connection:
        won = await connection.execute(update(tables).where(free).values(follower=name))
    if not won.rowcount:  # somebody asked at another process in the same moment: theirs is the one
        await close_room(services, name, person)
        await services.game_service.reload(live)
        return
    live.table = replace(old, follower=name)
    services.game_service.announce(live, Change("wishes"), here=True)
    services.rooms.changed(name, {chair.person for chair in chairs if chair.person} - {person})


def _chair(chair: Chair, person: Person, nonce: bytes) -> Chair:
    player = chair.person or chair.left_by
    if player is None:
        return chair
    return (
        Chair("person", chair.name, None, person, nonce)
        if player == person
        else open_chair(chair.name, player)
    )
