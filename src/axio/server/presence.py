"""Who is at a table right now: the seats with a browser open, and how many look on."""

from __future__ import annotations

from .protocol import Presence
from .tables import Table


def presence(table: Table) -> Presence:
    seen = {watcher.person for watcher in table.watchers}
    here = [chair.kind == "bot" or chair.person in seen for chair in table.chairs]
    return Presence(here=here, spectators=sum(not table.sat(watcher.person) for watcher in table.watchers))


def presence_changed(table: Table) -> None:
    """Tell everyone, where it is of any interest."""
    if table.together or any(not table.sat(watcher.person) for watcher in table.watchers):
        message = presence(table)
        for watcher in [*table.watchers]:
            watcher.tell(message)
