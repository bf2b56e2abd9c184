"""The socket of a table: `hello`, then commands in and news out."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from axio.rules import AxioError, Malformed, Observation

from .connection import Connection
from .driving import Driver
from .faults import Denied, NotFound, refusal
from .hall import Done, Hall, Stale
from .house import House
from .limits import Bucket
from .players import Failed
from .protocol import AskHint, Hello, Hint, Play, Reveal, ToServer, Undo
from .roster import ADVISER
from .views import sight

NO_TABLE, TOO_SLOW, GOODBYE = 4404, 4408, 1000

_decoder: msgspec.json.Decoder[ToServer] = msgspec.json.Decoder(ToServer)


@websocket("/api/tables/{name:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], house: House, name: str) -> None:
    """Everything at one table, for one browser."""
    person = house.signer.person(socket)
    await socket.accept()
    try:
        table = await house.hall.table(name, person)
    except NotFound as fault:
        await socket.close(NO_TABLE, fault.reason)
        return
    settings = house.settings
    connection = Connection(table, person, settings.queue)
    session = Session(house.hall, house.driver, connection, Bucket(settings.messages, settings.burst))
    sending = asyncio.create_task(connection.send_all(socket.send_text, settings.write_timeout))
    hearing = asyncio.create_task(session.listen(socket))
    try:
        await asyncio.wait({sending, hearing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        slow = connection.dropped or not hearing.done()
        table.watchers.discard(connection)
        connection.drop()
        for task in (sending, hearing):
            task.cancel()
        await asyncio.gather(sending, hearing, return_exceptions=True)
        with contextlib.suppress(Exception):
            await socket.close(TOO_SLOW if slow else GOODBYE)


@dataclass(slots=True, eq=False)
class Session:
    """What one browser asks for, carried out and answered."""

    hall: Hall
    driver: Driver
    connection: Connection
    bucket: Bucket
    hinting: asyncio.Task[None] | None = None

    async def listen(self, socket: WebSocket[Any, Any, Any]) -> None:
        with contextlib.suppress(WebSocketDisconnect):
            while not self.connection.dropped:
                await self.hear(await socket.receive_text())

    async def hear(self, text: str) -> None:
        try:
            if not self.bucket.take():
                raise Denied("too_many")
            await self._obey(_read(text))
        except Stale:
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
        """Carry out a command; one that was carried out before is answered again, and changes nothing."""
        try:
            await doing
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
