"""Carries out and answers the commands of one browser at a table."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from axio.rules import AxioError, Malformed, Observation
from axio.server.bots.fair_queue import Asker
from axio.server.bots.roster import ADVISERS
from axio.server.bots.worker_pool import Chosen, NotReady
from axio.server.bots.worker_process import Failed
from axio.server.errors import Denied, refusal
from axio.server.playing.attendance import Attendance
from axio.server.playing.bot_driver import BotDriver
from axio.server.playing.game_service import Done, GameService, Stale
from axio.server.playing.leave_game import come_back, leave, resign, stop
from axio.server.playing.live_table import LiveTable, Watcher
from axio.server.playing.premoves import Premoves
from axio.server.process.flow_control import Bucket
from axio.server.process.metrics import ACKNOWLEDGED
from axio.server.protocol import (
    AskHint,
    Back,
    Hello,
    Hint,
    Leave,
    Person,
    Play,
    Prepare,
    Resign,
    Reveal,
    Stop,
    ToServer,
    Undo,
)
from axio.server.views.view import perspective

Lasting: TypeAlias = Undo | Prepare | Resign | Leave | Back | Stop  # leaves something behind

_HELLOS = (0.2, 5)  # a second on average, and at once: each is answered with a whole table
_WHOLE = 20  # messages that a whole game counts as, among those shared

_decoder: msgspec.json.Decoder[ToServer] = msgspec.json.Decoder(ToServer)


@dataclass(slots=True, eq=False)
class Session:
    """The commands of one socket, one after the other; only a hint may take its time."""

    game_service: GameService
    bot_driver: BotDriver
    premoves: Premoves
    attendance: Attendance
    watcher: Watcher
    bucket: Bucket
    shared: Bucket  # with the other sockets of a player, or of the spectators at an address
    hellos: Bucket = field(default_factory=lambda: Bucket(*_HELLOS))
    hinting: asyncio.Task[None] | None = None

    async def hear(self, text: str) -> None:
        try:
            if not (self.bucket.take() and self.shared.take()):
                raise Denied("too_many")
            await self._answer(_read(text))
        except AxioError as fault:
            self.watcher.send(refusal(fault))

    async def _answer(self, command: ToServer) -> None:
        try:
            await self._obey(command)
        except Stale as stale:
            if not stale.told:
                self._resync()

    async def _obey(self, command: ToServer) -> None:
        watcher = self.watcher
        if isinstance(command, Hello):
            if not self.hellos.take():
                raise Denied("too_many")
            self._count_whole()
            await self.welcome(command.seq)
        elif watcher not in watcher.live.watchers:
            raise Denied("hello_first")
        elif isinstance(command, Reveal):
            self._reveal(command.seat)
        elif isinstance(command, AskHint):
            self._ask_hint(command)
        elif isinstance(command, Play):
            await self._once(self.game_service.play(watcher.live, command.seq, command.move, watcher.person))
        else:
            doing = asyncio.ensure_future(self._doing(command, watcher.live, watcher.person))
            await self._once(asyncio.shield(doing))

    def _doing(self, command: Lasting, live: LiveTable, person: Person | None) -> Awaitable[object]:
        """What leaves more behind than a row is shielded: it must not be half done when the browser goes."""
        match command:
            case Undo():
                self._count_whole()
                return self.game_service.undo(live, command.seq, person)
            case Prepare():
                return self.premoves.prepare(live, person, command.move)
            case Resign():
                return resign(self.game_service, live, person, command.seat)
            case Leave():
                return leave(self.game_service, live, person)
            case Back():
                return come_back(self.game_service, live, person)
            case Stop():
                return stop(self.game_service, live, person, on=command.on)

    async def welcome(self, seq: int | None) -> None:
        watcher = self.watcher
        is_new = watcher not in watcher.live.watchers

        def join() -> None:
            watcher.live.watchers.add(watcher)
            watcher.welcome(seq)

        await self.game_service.watch(watcher.live, join)
        if is_new:
            self.attendance.changed(watcher.live)
            self.bot_driver.greet(watcher.live)

    async def _once(self, doing: Awaitable[object]) -> None:
        """Carry out a command; one that was carried out before is answered again, and changes nothing."""
        try:
            with ACKNOWLEDGED.time():
                await doing
        except Done:
            self._resync()

    def _count_whole(self) -> None:
        """Count a command for which a whole game is sent or replayed."""
        if not self.shared.take(_WHOLE - 1):
            raise Denied("too_many")

    def _resync(self) -> None:
        self._count_whole()
        self.watcher.resync()
        self.watcher.send_preview()

    def _reveal(self, seat: int) -> None:
        table = self.watcher.live.table
        if seat not in table.seats_of(self.watcher.person) or seat != table.to_move:
            raise Denied("not_your_seat", seat=seat + 1)
        self.watcher.reveal(seat)

    def _ask_hint(self, command: AskHint) -> None:
        table = self.watcher.live.table
        history = table.history
        shown = perspective(table, self.watcher.person, self.watcher.revealed).shown
        if not table.may_hint() or shown is None or shown != history.state.to_move:
            raise Denied("no_hint")
        if command.seq != history.seq:
            raise Stale
        if self.hinting is None or self.hinting.done():
            self.hinting = asyncio.create_task(self._hint(history.ply, history.state.observe(shown)))

    async def _hint(self, ply: int, known: Observation) -> None:
        try:
            chosen = await self._advice(known, Asker(self.watcher.person or ""))
        except Failed:
            self.watcher.send(refusal(Denied("hint_failed")))
            return
        move = str(chosen.move)
        self.watcher.send(Hint(ply=ply, move=move, reason=chosen.reason, values=chosen.values))

    async def _advice(self, known: Observation, asker: Asker) -> Chosen:
        for adviser in ADVISERS[:-1]:
            with contextlib.suppress(NotReady):
                return await self.game_service.worker_pool.choose(adviser, known, asker)
        return await self.game_service.worker_pool.choose(ADVISERS[-1], known, asker)


def _read(text: str) -> ToServer:
    try:
        return _decoder.decode(text)
    except msgspec.MsgspecError as fault:
        raise Malformed(f"not a message: {fault}") from None
