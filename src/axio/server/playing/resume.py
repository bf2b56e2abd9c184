"""A game that waits though something could be done in it is taken up again."""

from __future__ import annotations

import logging
from collections.abc import Callable

from axio.server.store import is_outage
from axio.server.table.table import Table

from .game_service import GameService

_LOG = logging.getLogger(__name__)


async def take_up(
    game_service: GameService, name: str, wake: Callable[[Table], None], broken: set[str]
) -> None:
    """Wake a table. One that cannot be read must not keep the others waiting: it joins the broken ones."""
    if name in broken:
        return
    try:
        table = await game_service.table_cache.find(name)
        await game_service.follow(table)
        wake(table)
    except Exception as fault:
        if is_outage(fault):
            raise
        broken.add(name)
        _LOG.exception("table %s cannot go on", name)
