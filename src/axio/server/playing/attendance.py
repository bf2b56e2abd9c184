"""Who is at a table right now: the seats with a browser open, and how many look on, in every process.

Whenever that changes somewhere, all processes with somebody at the table say anew what they have, so that
nothing has to be kept in step, and one that died is forgotten with the next who comes.
"""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import TypeAlias

from axio.server.bus.local import HERE, Bus, News
from axio.server.protocol import Presence
from axio.server.table.table import Table

from .table_cache import TableCache

Reports: TypeAlias = dict[str, tuple[int, int]]  # by process: seats as bits, and how many look on

PAUSE = 0.2  # seconds for the others to answer


@dataclass(slots=True, eq=False)
class Attendance:
    table_cache: TableCache
    bus: Bus
    _name: str = field(default_factory=lambda: secrets.token_hex(8))
    _elsewhere: dict[str, Reports] = field(default_factory=dict)  # by table
    _fresh: dict[str, Reports] = field(default_factory=dict)  # of the round that goes on

    def __post_init__(self) -> None:
        self.bus.subscribe_elsewhere(HERE, self._heard)

    def changed(self, table: Table) -> None:
        """Somebody came or went here."""
        if table.together or any(not table.sat(watcher.person) for watcher in table.watchers):
            self._say(table, ask=True)
            self._tell(table)

    def _heard(self, news: News) -> None:
        table = self.table_cache.known(str(news["table"]))
        if table is None or not table.watchers:
            return
        if news["ask"]:
            self._begin(table)
            self._say(table, ask=False)
        late = self._elsewhere.setdefault(table.id, {})
        self._fresh.get(table.id, late)[str(news["process"])] = int(news["here"]), int(news["looking"])

    def _say(self, table: Table, *, ask: bool) -> None:
        if ask:
            self._begin(table)
        here, looking = present(table)
        said: News = {"table": table.id, "process": self._name, "here": here, "looking": looking}
        self.bus.publish(HERE, {**said, "ask": int(ask)})

    def _begin(self, table: Table) -> None:
        """A new round of answers; it counts when all had time to give theirs."""
        if table.id not in self._fresh:
            self._fresh[table.id] = {}
            asyncio.get_running_loop().call_later(PAUSE, self._count, table)

    def _count(self, table: Table) -> None:
        before, self._elsewhere[table.id] = self._elsewhere.get(table.id, {}), self._fresh.pop(table.id, {})
        if self._elsewhere[table.id] != before:
            self._tell(table)
        elif not before:
            del self._elsewhere[table.id]

    def _tell(self, table: Table) -> None:
        if not table.watchers:
            self._elsewhere.pop(table.id, None)
            return
        here, looking = present(table)
        for mask, more in self._elsewhere.get(table.id, {}).values():
            here, looking = here | mask, looking + more
        seats = [chair.kind == "bot" or bool(here >> seat & 1) for seat, chair in enumerate(table.chairs)]
        message = Presence(here=seats, spectators=looking)
        for watcher in [*table.watchers]:
            watcher.tell(message)


def present(table: Table) -> tuple[int, int]:
    """The seats with a browser open in this process, as bits, and how many others look on."""
    people = [watcher.person for watcher in table.watchers]
    seated = [chair.person is not None and chair.person in people for chair in table.chairs]
    here = sum(is_here << seat for seat, is_here in enumerate(seated))
    return here, sum(not table.sat(person) for person in people)
