"""Moves prepared while others think: played at once when the turn comes, if they are still allowed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass, field, replace

from axio.rules import IllegalMove, LegalMoves, parse_move
from axio.server.errors import Denied
from axio.server.protocol import Note, Person
from axio.server.store import is_outage
from axio.server.table.table import PREPARED, Table, Wish
from axio.server.table_store.repository import drop_wish, dropping_wish, keep_wish

from .game_service import GameService, Stale
from .live_table import Change, LiveTable

_LOG = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Premoves:
    game_service: GameService
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def prepare(self, live: LiveTable, person: Person | None, text: str | None) -> None:
        """Keep a move for one's next turn, instead of an earlier one; None: keep none."""
        engine = self.game_service.table_cache.engine
        async with live.lock:
            seat = live.table.waiting_seat(person)
            if person is None or seat is None:
                raise Denied("cannot_prepare")
            if text is None:
                await drop_wish(engine, live.id, seat, PREPARED)
                live.table = live.table.without_wish(seat, PREPARED)
            else:
                move = _checked(live.table, seat, text)
                wish = Wish(seat, PREPARED, person, live.table.history.seq, move)
                await keep_wish(engine, live.id, wish)
                live.table = live.table.wishing(wish)
            self.game_service.announce(live, Change("wishes", only=person), here=True)

    def wake(self, live: LiveTable) -> None:
        """Start a task that plays the premove of the seat to move, if there is one."""
        if live.table.premove is not None:
            task = asyncio.create_task(self._play(live), name=f"premove at {live.id}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _play(self, live: LiveTable) -> None:
        try:
            async with live.lock:
                if (wish := live.table.premove) is not None:
                    with contextlib.suppress(Stale):  # another process was first, and everyone was told
                        await self._use(live, wish)
        except Exception as fault:
            if is_outage(fault):
                return  # the next round will tell
            _LOG.exception("a prepared move at table %s was not played", live.id)

    async def _use(self, live: LiveTable, wish: Wish) -> None:
        chair = live.table.chairs[wish.seat]
        live.table = live.table.without_wish(wish.seat, PREPARED)
        try:
            if chair.person != wish.person:
                raise IllegalMove("game_over")
            step = live.table.history.state.play(parse_move(wish.move or ""))
        except IllegalMove as fault:
            await drop_wish(self.game_service.table_cache.engine, live.id, wish.seat, PREPARED)
            self._give_up(live, wish, fault)
        else:
            used = dropping_wish(live.id, wish.seat, PREPARED)
            await self.game_service.commit_move(live, step, chair.name, used)

    def _give_up(self, live: LiveTable, wish: Wish, fault: IllegalMove) -> None:
        self.game_service.announce(live, Change("wishes", only=wish.person), here=True)
        note = Note(key="not_played", values={"move": wish.move or "", "why": fault.reason})
        live.tell(note, only=wish.person)


def _checked(table: Table, seat: int, text: str) -> str:
    """The move as text, if the seat could make it were it on move; IllegalMove otherwise."""
    move, state = parse_move(text), table.history.state
    LegalMoves(replace(state, seat=seat, asked=False, owed=0), state.racks[seat]).check(move)
    return str(move)
