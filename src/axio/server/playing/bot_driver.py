"""Bots on move are asked, and what they choose is played. Nothing a bot does wrong stops a game."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, field

from axio.rules import AxioError, Step
from axio.server.bots.roster import LAST_RESORT, label_of, weaker
from axio.server.bots.worker_pool import Failed, NotReady, TooSlow
from axio.server.process.metrics import FAILED
from axio.server.protocol import Note, Thinking
from axio.server.store import is_outage
from axio.server.table.table import Table

from .game_service import GameService, Stale
from .resume import take_up

AT_ONCE = 100  # tables whose bots are taken up again at once

_LOG = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class BotDriver:
    game_service: GameService
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _broken: set[str] = field(default_factory=set)  # tables that cannot go on

    def wake(self, table: Table) -> None:
        """See that somebody thinks, if a bot is on move and nobody does."""
        chair = table.on_move
        for each in table.chairs:
            if each.bot is not None:
                self.game_service.worker_pool.expect(each.bot, table.history.state.game)
        if table.thinking is None and chair is not None and chair.kind == "bot":
            table.thinking = asyncio.create_task(self._drive(table), name=f"bots at {table.id}")
            self._tasks.add(table.thinking)
            table.thinking.add_done_callback(self._tasks.discard)

    def greet(self, table: Table) -> None:
        """Somebody looks at a table: its bots go on, unless another process may be at it."""
        if (
            not self.game_service.settings.shared
            or time.time() - table.latest > self.game_service.settings.orphaned
        ):
            self.wake(table)

    async def stop(self) -> None:
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def resume(self, waited: float) -> None:
        """Every game that has waited so long for a bot goes on, a number of them at once."""
        for name in await self.game_service.table_cache.waiting_for_bots(time.time() - waited):
            if len(self._tasks) >= AT_ONCE:
                return
            await take_up(self.game_service, name, self.wake, self._broken)

    async def _drive(self, table: Table) -> None:
        try:
            while (chair := table.on_move) is not None and chair.kind == "bot":
                await self._move(table)
        except Stale:
            return  # another process was first, and goes on with it
        except Exception as fault:
            if not is_outage(fault):
                self._broken.add(table.id)
                _LOG.exception("the bots at table %s stopped", table.id)
        finally:
            table.thinking = None

    async def _move(self, table: Table) -> None:
        seq, state = table.history.seq, table.history.state
        _tell(table, Thinking(seat=state.seat))
        found = await self._found(table, table.chairs[state.seat].bot or LAST_RESORT)
        async with table.lock:
            if found is None or table.history.seq != seq or table.closed:
                return  # taken back, or gone on, while the bot thought
            await self.game_service.commit_move(table, *found)

    async def _found(self, table: Table, bot: str) -> tuple[Step, str] | None:
        """The step a bot chose and the bot that chose it: the one at the seat, or one that stands in."""
        seq, state = table.history.seq, table.history.state
        view = state.observe(state.seat)
        ladder = [bot, *map(label_of, weaker(bot))]
        for name, stand_in in zip(ladder, [*ladder[1:], LAST_RESORT], strict=True):
            try:
                chosen = await self.game_service.worker_pool.choose(name, view)
                return state.play(chosen.move), name
            except (Failed, AxioError) as fault:
                if table.history.seq != seq:
                    return None
                FAILED.labels(name.partition("@")[0]).inc()
                _tell(table, Note(key=_key(fault), values={"seat": state.seat, "bot": name, "by": stand_in}))
        return state.play(view.legal_moves[0]), LAST_RESORT


def _key(fault: Exception) -> str:
    """What kept a bot from moving."""
    if isinstance(fault, NotReady):
        return "bot_preparing"
    return "bot_slow" if isinstance(fault, TooSlow) else "bot_failed"


def _tell(table: Table, message: Note | Thinking) -> None:
    for watcher in [*table.watchers]:
        watcher.tell(message)
