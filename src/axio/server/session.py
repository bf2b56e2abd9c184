"""What one browser asks for at a table, carried out and answered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass

import msgspec

from axio.rules import AxioError, Malformed, Observation

from .connection import Connection
from .driving import Driver
from .faults import Denied, refusal
from .hall import Done, Hall, Stale
from .limits import Bucket
from .players import Failed
from .protocol import AskHint, Hello, Hint, Play, Reveal, ToServer, Undo
from .roster import ADVISER
from .views import sight

_decoder: msgspec.json.Decoder[ToServer] = msgspec.json.Decoder(ToServer)


@dataclass(slots=True, eq=False)
class Session:
    """The commands of one socket, one after the other; only a hint may take its time."""

    hall: Hall
    driver: Driver
    connection: Connection
    bucket: Bucket
    hinting: asyncio.Task[None] | None = None

    async def hear(self, text: str) -> None:
        try:
            if not self.bucket.take():
                raise Denied("too_many")
            await self._obey(_read(text))
        except Stale as stale:
            if not stale.told:
                self._resync()
        except AxioError as fault:
            self.connection.send(refusal(fault))

    async def _obey(self, command: ToServer) -> None:
        connection = self.connection
        table = connection.table
        if isinstance(command, Hello):
            await self._welcome(command.seq)
        elif connection not in table.watchers:
            raise Denied("hello_first")
        elif isinstance(command, Play):
            await self._once(self.hall.play(table, command.seq, command.move, connection.person))
        elif isinstance(command, Undo):
            await self._once(self.hall.undo(table, command.seq, connection.person))
        elif isinstance(command, Reveal):
            self._reveal(command.seat)
        else:
            self._ask_hint(command)

    async def _welcome(self, seq: int | None) -> None:
        connection = self.connection
        table = connection.table
        async with table.lock:  # a move that is being written is told as a step, after this
            table.watchers.add(connection)
            connection.welcome(seq)
        self.driver.wake(table)

    async def _once(self, doing: Awaitable[object]) -> None:
        """Carry out a command; one that was carried out before is answered again, and changes nothing.

        Shielded: a browser that goes away in the middle of a commit must not leave the table half told.
        """
        try:
            await asyncio.shield(asyncio.ensure_future(doing))
        except Done:
            self._resync()

    def _resync(self) -> None:
        self.connection.resynced()
        self.connection.spots_made()

    def _reveal(self, seat: int) -> None:
        connection = self.connection
        table = connection.table
        if seat not in table.seats_of(connection.person) or seat != table.history.state.to_move:
            raise Denied("not_your_seat", seat=seat + 1)
        connection.reveal(seat)

    def _ask_hint(self, command: AskHint) -> None:
        connection = self.connection
        history = connection.table.history
        shown = sight(connection.table, connection.person, connection.revealed).shown
        if connection.table.daily is not None:
            raise Denied("no_hint_daily")
        if connection.table.closed or shown is None or shown != history.state.to_move:
            raise Denied("no_hint")
        if command.seq != history.seq:
            raise Stale
        if self.hinting is None or self.hinting.done():
            self.hinting = asyncio.create_task(self._hint(history.ply, history.state.observe(shown)))

    async def _hint(self, ply: int, known: Observation) -> None:
        try:
            chosen = await self.hall.players.choose(ADVISER, known)
        except Failed:
            self.connection.send(refusal(Denied("hint_failed")))
            return
        move = str(chosen.move)
        self.connection.send(Hint(ply=ply, move=move, reason=chosen.reason, values=chosen.values))


def _read(text: str) -> ToServer:
    try:
        return _decoder.decode(text)
    except msgspec.MsgspecError as fault:
        raise Malformed(f"not a message: {fault}") from None
