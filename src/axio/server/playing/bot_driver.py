"""Asks the bots that are to move, and plays their moves. A bot that fails never stops a game."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, field

from axio.rules import AxioError, Step
from axio.server.bots.fair_queue import Asker
from axio.server.bots.roster import LAST_RESORT, label_of, weaker
from axio.server.bots.worker_pool import NotReady
from axio.server.bots.worker_process import Failed, TooSlow
from axio.server.process.metrics import FAILED
from axio.server.protocol import Note, Thinking
from axio.server.store import is_outage

from .game_service import GameService, Stale
from .live_table import LiveTable

_LOG = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class BotDriver:
    game_service: GameService
    broken: set[str] = field(default_factory=set)  # tables that cannot go on
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def busy(self) -> int:
        """At how many tables a bot thinks."""
        return len(self._tasks)

    def wake(self, live: LiveTable) -> None:
        """A table is new, or somebody opens it: load the code of its bots, and let them move."""
        self._expect(live)
        self.think(live)

    def think(self, live: LiveTable) -> None:
        """Start a task for the bots, if one is to move and there is no task."""
        if live.thinking is None and self._is_awaited(live):
            live.thinking = asyncio.create_task(self._drive(live), name=f"bots at {live.id}")
            self._tasks.add(live.thinking)
            live.thinking.add_done_callback(self._tasks.discard)

    def greet(self, live: LiveTable) -> None:
        """Somebody opens a table: wake it, unless another process may be moving its bots."""
        if self._is_ours(live):
            self.wake(live)

    def go_on(self, live: LiveTable) -> None:
        """Let the bots of a watched table move on, should they have stopped."""
        if live.id not in self.broken and self._is_ours(live):
            self.think(live)

    def _is_ours(self, live: LiveTable) -> bool:
        settings = self.game_service.settings
        return not settings.shared or time.time() - live.table.latest > settings.orphaned

    async def stop(self) -> None:
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _is_awaited(self, live: LiveTable) -> bool:
        """Whether a bot is to move, and somebody waits for that: a player, a watcher, or a rating."""
        table, chair = live.table, live.table.on_move
        somebody = any(each.kind == "person" for each in table.chairs) or live.watchers
        return chair is not None and chair.kind == "bot" and bool(somebody or table.terms.rated)

    def _expect(self, live: LiveTable) -> None:
        """Have idle workers load the code of the bots at the table."""
        for chair in live.table.chairs:
            if chair.bot is not None:
                self.game_service.worker_pool.expect(chair.bot, live.table.history.state.game)

    async def _drive(self, live: LiveTable) -> None:
        try:
            while self._is_awaited(live):
                await self._move(live)
            self._expect(live)  # a process that was ended over this loads them while people think
        except Stale:
            return  # another process was first, and goes on with it
        except Exception as fault:
            if not is_outage(fault):
                self.broken.add(live.id)
                _LOG.exception("the bots at table %s stopped", live.id)
        finally:
            live.thinking = None

    async def _move(self, live: LiveTable) -> None:
        table = live.table
        seat = table.history.state.seat
        live.tell(Thinking(seat=seat))
        found = await self._found(live, table.chairs[seat].bot or LAST_RESORT)
        async with live.lock:
            if found is None or live.table.history.seq != table.history.seq or live.table.closed:
                return  # taken back, or gone on, while the bot thought
            await self.game_service.commit_move(live, *found)

    async def _found(self, live: LiveTable, bot: str) -> tuple[Step, str] | None:
        """The step a bot chose and the bot that chose it: the one at the seat, or one that stands in."""
        seq, state = live.table.history.seq, live.table.history.state
        view = state.observe(state.seat)
        asker = Asker(live.table.owner, lambda: bool(live.watchers), live.table.terms.rated)
        ladder = [bot, *map(label_of, weaker(bot))]
        for name, stand_in in zip(ladder, [*ladder[1:], LAST_RESORT], strict=True):
            try:
                chosen = await self.game_service.worker_pool.choose(name, view, asker)
                return state.play(chosen.move), name
            except (Failed, AxioError) as fault:
                if live.table.history.seq != seq:
                    return None
                FAILED.labels(name.partition("@")[0]).inc()
                live.tell(Note(key=_key(fault), values={"seat": state.seat, "bot": name, "by": stand_in}))
        return state.play(view.legal_moves[0]), LAST_RESORT


def _key(fault: Exception) -> str:
    """What kept a bot from moving."""
    if isinstance(fault, NotReady):
        return "bot_preparing"
    return "bot_slow" if isinstance(fault, TooSlow) else "bot_failed"
