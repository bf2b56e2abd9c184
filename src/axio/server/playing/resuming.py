"""A game that waits though something could be done in it is taken up again."""

from __future__ import annotations

import logging
from collections.abc import Callable

from axio.server.store import is_outage
from axio.server.table.tables import Table

from .hall import Hall

_LOG = logging.getLogger(__name__)


async def take_up(hall: Hall, name: str, wake: Callable[[Table], None], broken: set[str]) -> None:
    """Wake a table. One that cannot be read must not keep the others waiting: it joins the broken ones."""
    if name in broken:
        return
    try:
        table = await hall.shelf.find(name)
        await hall.follow(table)
        wake(table)
    except Exception as fault:
        if is_outage(fault):
            raise
        broken.add(name)
        _LOG.exception("table %s cannot go on", name)
