"""The open pages of this process, and what each of them is told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from axio.server.identity.cookies import Person
from axio.server.lobby.online import Visitor
from axio.server.protocol.site import Here, Lobby, Said, Waiting
from axio.server.table_socket.outbox import Outbox

_encoder = msgspec.json.Encoder()


class Page(Visitor):
    """One open page of one person."""

    def __init__(self, person: Person, outbox: Outbox, here: Here | None = None) -> None:
        super().__init__(person)
        self.outbox = outbox
        self.here = here or Here()

    def tell(self, message: Waiting | Lobby | Said) -> None:
        self.outbox.put(_encoder.encode(message))


class Stream(Page):
    """A program that reads along over HTTP: nobody closes that but us."""


@dataclass(slots=True, eq=False)
class Pages:
    """By person, and by the table they show."""

    _of: dict[Person, set[Page]] = field(default_factory=lambda: defaultdict(set))
    _at: dict[str, set[Page]] = field(default_factory=lambda: defaultdict(set))

    def add(self, page: Page) -> None:
        self._of[page.person].add(page)
        if page.here.table is not None:
            self._at[page.here.table].add(page)

    def discard(self, page: Page) -> None:
        _take_out(self._of, page.person, page)
        if page.here.table is not None:
            _take_out(self._at, page.here.table, page)

    def show(self, page: Page, here: Here) -> None:
        """A page shows something else now."""
        self.discard(page)
        page.here = here
        self.add(page)

    def of(self, person: Person) -> Iterable[Page]:
        return [*self._of.get(person, ())]

    def at(self, table: str) -> Iterable[Page]:
        return [*self._at.get(table, ())]

    def in_lobby(self) -> list[Page]:
        return [page for pages in self._of.values() for page in pages if page.here.lobby]

    def streams(self) -> list[Stream]:
        return [page for pages in self._of.values() for page in pages if isinstance(page, Stream)]

    def count(self, person: Person) -> int:
        return len(self._of.get(person, ()))


def _take_out(places: dict[str, set[Page]], name: str, page: Page) -> None:
    pages = places.get(name)
    if pages is not None:
        pages.discard(page)
        if not pages:
            del places[name]
