"""Quick chat of set phrases. No free text, so nothing to moderate."""

from __future__ import annotations

from axio.rules import Malformed
from axio.server.bus.local import SAID, News
from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.services import Services

from .phrases import PHRASES


async def say(services: Services, person: Person, name: str, phrase: str) -> None:
    """Say something at a table where one sits."""
    if phrase not in PHRASES:
        raise Malformed(f"phrase: expected one of {', '.join(PHRASES)}")
    table = await services.game_service.table(name, person)
    seats = table.seats_of(person)
    if not seats:
        raise Denied("not_yours")
    if not services.hub.mouth.take(person):
        raise Denied("too_many")
    news: News = {"table": name, "seat": seats[0], "phrase": phrase, "person": person}
    services.bus.publish(SAID, news)
