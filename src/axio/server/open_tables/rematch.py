"""Once more with the same people: a table that keeps a seat for each of them, one place further."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import update

from axio.server import store
from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.services import Services
from axio.server.table.permissions import may_rematch
from axio.server.table.table import Chair, Table
from axio.server.table.terms import PRIVATE

from .repository import gather, new_invite, open_chair
from .take_seat import close_room, sit_down


async def rematch(services: Services, old: Table, person: Person, secret: bytes, nonce: bytes) -> str:
    """The table of the rematch, made by whoever asks first; the others take their seats there."""
    if not old.closed or not may_rematch(old, person):
        raise Denied("no_rematch")
    async with old.lock:
        if old.follower is None:
            await _offer(services, old, person, secret, nonce)
            return str(old.follower)
    await sit_down(services, store.tables.c.id == old.follower, person, nonce)
    return old.follower


async def _offer(services: Services, old: Table, person: Person, secret: bytes, nonce: bytes) -> None:
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
        await services.game_service.reload(old)
        return
    old.follower = name
    services.game_service.wished(old)
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
