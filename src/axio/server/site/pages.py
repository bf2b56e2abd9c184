"""The open pages of this process, and what each of them is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from axio.server.identity import Person
from axio.server.lobby.presence import Visitor
from axio.server.outbox import Outbox
from axio.server.site_protocol import Here, Lobby, Said, Waiting

_encoder = msgspec.json.Encoder()


class Page(Visitor):
    """One open page of one person."""

    def __init__(self, person: Person, limit: int) -> None:
        super().__init__(person)
        self.outbox = Outbox(limit)
        self.here = Here()

    def tell(self, message: Waiting | Lobby | Said) -> None:
        self.outbox.put(_encoder.encode(message))


@dataclass(slots=True, eq=False)
class Pages:
    _pages: dict[Person, set[Page]] = field(default_factory=dict)

    def add(self, page: Page) -> None:
        self._pages.setdefault(page.person, set()).add(page)

    def discard(self, page: Page) -> None:
        mine = self._pages.get(page.person, set())
        mine.discard(page)
        if not mine:
            self._pages.pop(page.person, None)

    def of(self, person: Person) -> Iterable[Page]:
        return [*self._pages.get(person, ())]

    def __contains__(self, person: Person) -> bool:
        return person in self._pages

    def in_lobby(self) -> list[Page]:
        return [page for pages in self._pages.values() for page in pages if page.here.lobby]

    def at(self, table: str) -> list[Page]:
        return [page for pages in self._pages.values() for page in pages if page.here.table == table]
