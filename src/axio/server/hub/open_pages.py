"""The open pages of this process, found by person and by table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from axio.server.bus.outbox import Outbox
from axio.server.identity.cookies import Person
from axio.server.lobby.online import OnlinePage
from axio.server.protocol.site import Here, Lobby, Said, Waiting

_encoder = msgspec.json.Encoder()


class OpenPage(OnlinePage):
    """One open page of one person."""

    def __init__(self, person: Person, outbox: Outbox, here: Here | None = None) -> None:
        super().__init__(person)
        self.outbox = outbox
        self.here = here or Here()

    def send(self, message: Waiting | Lobby | Said) -> None:
        self.outbox.put(_encoder.encode(message))


class EventStream(OpenPage):
    """A program that reads events over HTTP. The server closes it when it ends."""


@dataclass(slots=True, eq=False)
class OpenPages:
    """An index of open pages."""

    _of: dict[Person, set[OpenPage]] = field(default_factory=lambda: defaultdict(set))
    _at: dict[str, set[OpenPage]] = field(default_factory=lambda: defaultdict(set))

    def add(self, page: OpenPage) -> None:
        self._of[page.person].add(page)
        if page.here.table is not None:
            self._at[page.here.table].add(page)

    def discard(self, page: OpenPage) -> None:
        _remove(self._of, page.person, page)
        if page.here.table is not None:
            _remove(self._at, page.here.table, page)

    def show(self, page: OpenPage, here: Here) -> None:
        """Note what a page shows now."""
        self.discard(page)
        page.here = here
        self.add(page)

    def of(self, person: Person) -> Iterable[OpenPage]:
        return [*self._of.get(person, ())]

    def at(self, table: str) -> Iterable[OpenPage]:
        return [*self._at.get(table, ())]

    def in_lobby(self) -> list[OpenPage]:
        return [page for pages in self._of.values() for page in pages if page.here.lobby]

    def streams(self) -> list[EventStream]:
        return [page for pages in self._of.values() for page in pages if isinstance(page, EventStream)]

    def count(self, person: Person) -> int:
        return len(self._of.get(person, ()))


def _remove(index: dict[str, set[OpenPage]], key: str, page: OpenPage) -> None:
    pages = index.get(key)
    if pages is not None:
        pages.discard(page)
        if not pages:
            del index[key]
