"""Set phrases by their keys, which every page shows in its own language, and how often one may say them."""

from __future__ import annotations

from dataclasses import dataclass, field

from axio.server.identity.cookies import Person
from axio.server.process.rate_limits import Bucket

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
_RATE, _BURST = 0.25, 4  # phrases a second in the long run, and at once
_REMEMBERED = 10_000  # speakers


@dataclass(slots=True, eq=False)
class Mouth:
    """How much each person has said lately."""

    _buckets: dict[Person, Bucket] = field(default_factory=dict)

    def take(self, person: Person) -> bool:
        if len(self._buckets) > _REMEMBERED:
            self._buckets.clear()
        return self._buckets.setdefault(person, Bucket(_RATE, _BURST)).take()
