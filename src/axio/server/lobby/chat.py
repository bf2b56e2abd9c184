"""Quick chat: set phrases only, so there is nothing to moderate. Each page shows them in its own language."""

from __future__ import annotations

from dataclasses import dataclass, field

from axio.rules import Malformed
from axio.server.bus.local import SAID, Bus, BusMessage
from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.playing.game_service import GameService
from axio.server.process.flow_control import Bucket

PHRASES = (
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "oops",
    "thinking",
    "moment",
    "back",
    "good_game",
    "bye",
)
_RATE, _BURST = 0.25, 4  # phrases a second on average, and at once
_REMEMBERED = 10_000  # people


@dataclass(slots=True, eq=False)
class QuickChat:
    """Publishes phrases, with a rate limit for each person."""

    game_service: GameService
    bus: Bus
    _buckets: dict[Person, Bucket] = field(default_factory=dict)

    async def say(self, person: Person, name: str, phrase: str) -> None:
        """Say a phrase at a table where this person has a seat."""
        if phrase not in PHRASES:
            raise Malformed(f"phrase: expected one of {', '.join(PHRASES)}")
        table = await self.game_service.table(name, person)
        seats = table.seats_of(person)
        if not seats:
            raise Denied("not_yours")
        if not self._within_limit(person):
            raise Denied("too_many")
        message: BusMessage = {"table": name, "seat": seats[0], "phrase": phrase, "person": person}
        self.bus.publish(SAID, message)

    def _within_limit(self, person: Person) -> bool:
        if len(self._buckets) > _REMEMBERED:
            self._buckets.clear()
        return self._buckets.setdefault(person, Bucket(_RATE, _BURST)).take()
