"""Quick chat of set phrases. No free text, so nothing to moderate."""

from __future__ import annotations

from axio.rules import Malformed
from axio.server.faults import Denied
from axio.server.house import House
from axio.server.news.bus import SAID, News
from axio.server.people.identity import Person

from .phrases import PHRASES


async def say(house: House, person: Person, name: str, phrase: str) -> None:
    """Say something at a table where one sits."""
    if phrase not in PHRASES:
        raise Malformed(f"phrase: expected one of {', '.join(PHRASES)}")
    table = await house.hall.table(name, person)
    seats = table.seats_of(person)
    if not seats:
        raise Denied("not_yours")
    if not house.site.mouth.take(person):
        raise Denied("too_many")
    news: News = {"table": name, "seat": seats[0], "phrase": phrase, "person": person}
    house.bus.publish(SAID, news)
