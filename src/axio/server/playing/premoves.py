"""Moves prepared while others think: played at once when the turn comes, if they are still allowed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass, field, replace

from axio.rules import IllegalMove, LegalMoves, parse_move
from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.protocol import Note
from axio.server.store import is_outage
from axio.server.table.permissions import waiting_seat
from axio.server.table.table import Table
from axio.server.table.wishes import PREPARED, Wish, drop, dropping, keep

from .game_service import GameService, Stale
from .resume import take_up

_LOG = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Premoves:
    game_service: GameService
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _broken: set[str] = field(default_factory=set)  # tables that cannot go on

    async def prepare(self, table: Table, person: Person | None, text: str | None) -> None:
        """Keep a move for one's next turn, instead of an earlier one; None: keep none."""
        async with table.lock:
            seat = waiting_seat(table, person)
            if person is None or seat is None:
                raise Denied("cannot_prepare")
            if text is None:
                await drop(self.game_service.table_cache.engine, table.id, seat, PREPARED)
                table.wishes.pop((seat, PREPARED), None)
            else:
                wish = Wish(seat, PREPARED, person, table.history.seq, _checked(table, seat, text))
                await keep(self.game_service.table_cache.engine, table.id, wish)
                table.wishes[seat, PREPARED] = wish
            self.game_service.wished(table, person)

    def wake(self, table: Table) -> None:
        """See that the move is made which the seat on move prepared."""
        seat = table.to_move
        if seat is not None and (seat, PREPARED) in table.wishes:
            task = asyncio.create_task(self._play(table), name=f"prepared at {table.id}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def resume(self) -> None:
        """Every move that waits though its turn has come."""
        for name in await self.game_service.table_cache.waiting_for_prepared():
            await take_up(self.game_service, name, self.wake, self._broken)

    async def stop(self) -> None:
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _play(self, table: Table) -> None:
        try:
            async with table.lock:
                seat = table.to_move
                wish = None if seat is None else table.wishes.get((seat, PREPARED))
                if wish is not None:
                    with contextlib.suppress(Stale):  # another process was first, and everyone was told
                        await self._use(table, wish)
        except Exception as fault:
            if is_outage(fault):
                return  # the next round will tell
            _LOG.exception("a prepared move at table %s was not played", table.id)

    async def _use(self, table: Table, wish: Wish) -> None:
        chair = table.chairs[wish.seat]
        del table.wishes[wish.seat, PREPARED]
        try:
            if chair.person != wish.person:
                raise IllegalMove("game_over")
            step = table.history.state.play(parse_move(wish.move or ""))
        except IllegalMove as fault:
            await drop(self.game_service.table_cache.engine, table.id, wish.seat, PREPARED)
            self._tell(table, wish, fault)
        else:
            await self.game_service.commit_move(
                table, step, chair.name, dropping(table.id, wish.seat, PREPARED)
            )

    def _tell(self, table: Table, wish: Wish, fault: IllegalMove) -> None:
        self.game_service.wished(table, wish.person)
        for watcher in [*table.watchers]:
            if watcher.person == wish.person:
                watcher.tell(Note(key="not_played", values={"move": wish.move or "", "why": fault.reason}))


def _checked(table: Table, seat: int, text: str) -> str:
    """The move as text, if the seat could make it were it on move; IllegalMove otherwise."""
    move, state = parse_move(text), table.history.state
    LegalMoves(replace(state, seat=seat, asked=False, owed=0), state.racks[seat]).check(move)
    return str(move)
