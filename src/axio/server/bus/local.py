"""News from one part of the server to another, and where there are several processes, to all of them.

What is published tells only that something changed, and where; who is told reads the database. News may come
twice, late or (after a lost connection) not at all: nobody may rely on it for anything but being quick.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

News: TypeAlias = Mapping[str, str | int]
Hearer: TypeAlias = Callable[[News], None]

TABLE = "table"  # id, seq: rows were added to a table's log; or seats: who sits there changed, without a row
SAID = "said"  # table, seat, phrase: a set phrase of the quick chat
HERE = "here"  # table, process, here, looking, ask: who is at a table in one process
LOBBY = "lobby"  # the list of open tables, or who is online, changed
PERSON = "person"  # person: something waits for them
KEYS = "keys"  # person: their account, their sign-ins or a ban changed
MISSED = "missed"  # news may have been lost: whoever keeps something in memory looks for itself


class Bus(Protocol):
    def publish(self, topic: str, news: News) -> None:
        """Tell every hearer of a topic, here and elsewhere; returns at once."""
        ...

    def subscribe(self, topic: str, hearer: Hearer) -> None: ...

    def subscribe_elsewhere(self, topic: str, hearer: Hearer) -> None:
        """For those who know already what their own process does."""
        ...


@dataclass(slots=True, eq=False)
class LocalBus:
    """For one process alone."""

    _hearers: dict[str, list[Hearer]] = field(default_factory=lambda: defaultdict(list))

    def start(self) -> None:
        """Open what leads elsewhere: nothing."""

    async def stop(self) -> None:
        """Close it again."""

    def publish(self, topic: str, news: News) -> None:
        for hearer in self._hearers[topic]:
            hearer(news)

    def subscribe(self, topic: str, hearer: Hearer) -> None:
        self._hearers[topic].append(hearer)

    def subscribe_elsewhere(self, topic: str, hearer: Hearer) -> None:
        """There is no elsewhere."""
