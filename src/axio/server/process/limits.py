"""What one address or one person may hold and do at once in this process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from .flow_control import Bucket

_MANY = 10_000  # names, after which those that do nothing are forgotten


@dataclass(slots=True, eq=False)
class Buckets:
    """A token bucket for each name."""

    rate: float  # a second
    burst: float
    _known: dict[str, Bucket] = field(default_factory=dict)
    _full: int = _MANY

    def of(self, name: str) -> Bucket:
        if len(self._known) >= self._full:
            self._known = {name: bucket for name, bucket in self._known.items() if not bucket.idle}
            self._full = max(_MANY, 2 * len(self._known))
        return self._known.setdefault(name, Bucket(self.rate, self.burst))

    def take(self, name: str, cost: float = 1) -> bool:
        """Count one for this name; whether it is within the limit."""
        return self.of(name).take(cost)


@dataclass(slots=True, eq=False)
class Places:
    """A number of places for each name."""

    most: float
    _taken: Counter[str] = field(default_factory=Counter)

    def take(self, name: str) -> bool:
        """Take a place; whether one was left."""
        left = self._taken[name] < self.most
        self._taken[name] += left
        return left

    def give_back(self, name: str) -> None:
        self._taken[name] -= 1
        if not self._taken[name]:
            del self._taken[name]

    @contextmanager
    def taken(self, name: str) -> Iterator[bool]:
        """Take a place as long as the caller needs it; whether one was left."""
        left = self.take(name)
        try:
            yield left
        finally:
            if left:
                self.give_back(name)


@dataclass(frozen=True, slots=True, eq=False)
class Limits:
    """An address is an IPv4 address or an IPv6 network of 64 bits, as `address_of` names it."""

    person_sockets: Places
    address_sockets: Places
    requests: Buckets  # and new sockets, from an address
    messages: Buckets  # of a player, or of all who look on from an address
    unfinished: Places  # requests of an address whose body is still on its way
    kept: Buckets  # what an address has the database keep: commitments, tables, records
