"""Publish and subscribe between the parts of the server, and between processes if there are several.

A message says only what changed; a subscriber reads the rest from the database. Messages may arrive twice,
late or (after a lost connection) not at all: they make things fast, and nothing may depend on them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

BusMessage: TypeAlias = Mapping[str, str | int]
Subscriber: TypeAlias = Callable[[BusMessage], None]

TABLE = "table"  # id, seq: rows were added to a table's log; or seats: who sits there changed, without a row
SAID = "said"  # table, seat, phrase, person: a phrase of the quick chat
HERE = "here"  # table, process, here, looking, ask: who is at a table in one process
LOBBY = "lobby"  # the open tables, or who is online, changed
PERSON = "person"  # person: something waits for them
KEYS = "keys"  # person: their account, their sign-ins or a ban changed
MISSED = "missed"  # messages may have been lost: whatever is cached must be checked


class Bus(Protocol):
    def start(self) -> None: ...

    async def stop(self) -> None: ...

    def publish(self, topic: str, message: BusMessage) -> None:
        """Send to every subscriber of a topic, in this process and the others; return at once."""
        ...

    def subscribe(self, topic: str, subscriber: Subscriber) -> None: ...

    def subscribe_elsewhere(self, topic: str, subscriber: Subscriber) -> None:
        """Subscribe to what other processes publish, not to what this one does."""
        ...


@dataclass(slots=True, eq=False)
class LocalBus:
    """A bus within one process."""

    _subscribers: dict[str, list[Subscriber]] = field(default_factory=lambda: defaultdict(list))

    def start(self) -> None:
        """There is no connection to open."""

    async def stop(self) -> None:
        """There is no connection to close."""

    def publish(self, topic: str, message: BusMessage) -> None:
        for subscriber in self._subscribers[topic]:
            subscriber(message)

    def subscribe(self, topic: str, subscriber: Subscriber) -> None:
        self._subscribers[topic].append(subscriber)

    def subscribe_elsewhere(self, topic: str, subscriber: Subscriber) -> None:
        """There is no other process."""
