"""Who is at a table right now: the seats with a browser open, and how many look on, in every process.

Whenever that changes somewhere, all processes with somebody at the table say anew what they have, so that
nothing has to be kept in step, and one that died is forgotten with the next who comes. However many come and
go, a table hears of it once in a pause, and each browser only what it does not know.
"""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import TypeAlias

from axio.server.bus.local import HERE, Bus, BusMessage
from axio.server.protocol import Presence

from .live_table import LiveTable
from .table_cache import TableCache

Reports: TypeAlias = dict[str, tuple[int, int]]  # by process: seats as bits, and how many look on

PAUSE = 0.2  # seconds for the others to answer, and between two messages about one table


@dataclass(slots=True, eq=False)
class Attendance:
    table_cache: TableCache
    bus: Bus
    _name: str = field(default_factory=lambda: secrets.token_hex(8))
    _elsewhere: dict[str, Reports] = field(default_factory=dict)  # by table
    _fresh: dict[str, Reports] = field(default_factory=dict)  # of the round that goes on
    _pausing: dict[str, bool] = field(default_factory=dict)  # by table: whether there is more to tell

    def __post_init__(self) -> None:
        self.bus.subscribe_elsewhere(HERE, self._heard)

    def changed(self, live: LiveTable) -> None:
        """Somebody came or went here: say so now, or after the pause."""
        if live.id in self._pausing:
            self._pausing[live.id] = True
        elif live.table.together or any(not live.table.sat(watcher.person) for watcher in live.watchers):
            self._pausing[live.id] = False
            asyncio.get_running_loop().call_later(PAUSE, self._after_pause, live)
            self._report(live, ask=True)
            self._send_presence(live)

    def _after_pause(self, live: LiveTable) -> None:
        if self._pausing.pop(live.id):
            self.changed(live)

    def _heard(self, message: BusMessage) -> None:
        live = self.table_cache.known(str(message["table"]))
        if live is None or not live.watchers:
            return
        if message["ask"]:
            self._begin(live)
            self._report(live, ask=False)
        late = self._elsewhere.setdefault(live.id, {})
        self._fresh.get(live.id, late)[str(message["process"])] = (
            int(message["here"]),
            int(message["looking"]),
        )

    def _report(self, live: LiveTable, *, ask: bool) -> None:
        if ask:
            self._begin(live)
        here, looking = present(live)
        said: BusMessage = {"table": live.id, "process": self._name, "here": here, "looking": looking}
        self.bus.publish(HERE, {**said, "ask": int(ask)})

    def _begin(self, live: LiveTable) -> None:
        """Begin to collect answers; they count after a pause, when every process had time to answer."""
        if live.id not in self._fresh:
            self._fresh[live.id] = {}
            asyncio.get_running_loop().call_later(PAUSE, self._count, live)

    def _count(self, live: LiveTable) -> None:
        before, self._elsewhere[live.id] = self._elsewhere.get(live.id, {}), self._fresh.pop(live.id, {})
        if self._elsewhere[live.id] != before:
            self._send_presence(live)
        elif not before:
            del self._elsewhere[live.id]

    def _send_presence(self, live: LiveTable) -> None:
        if not live.watchers:
            self._elsewhere.pop(live.id, None)
            return
        here, looking = present(live)
        for mask, more in self._elsewhere.get(live.id, {}).values():
            here, looking = here | mask, looking + more
        chairs = enumerate(live.table.chairs)
        seats = [chair.kind == "bot" or bool(here >> seat & 1) for seat, chair in chairs]
        message = Presence(here=seats, spectators=looking)
        for watcher in [*live.watchers]:
            if watcher.presence != message:
                watcher.presence = message
                watcher.send(message)


def present(live: LiveTable) -> tuple[int, int]:
    """The seats with a browser open in this process, as bits, and how many others look on."""
    table, people = live.table, [watcher.person for watcher in live.watchers]
    seated = [chair.person is not None and chair.person in people for chair in table.chairs]
    here = sum(is_here << seat for seat, is_here in enumerate(seated))
    return here, sum(not table.sat(person) for person in people)
