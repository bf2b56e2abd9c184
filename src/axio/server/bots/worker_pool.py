"""Bots think in processes of their own: the event loop never waits, and one that hangs can be ended."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import sys
import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from axio.bots import Budget, Work
from axio.rules import Game, Move, Observation, parse_move
from axio.rules.data import observation_data
from axio.server.process.metrics import THOUGHT

from .fair_queue import Asker, FairQueue
from .precompile import Preparing
from .roster import plain, prepared

_LOG = logging.getLogger(__name__)
_LINE = 1 << 20  # bytes of one answer
_SHORTEST = 0.1  # seconds for one move, however many bots wait
_START = 30.0  # seconds for a fresh process to be ready


class Failed(Exception):
    """A bot gave no legal move: it broke, or it took too long."""


class TooSlow(Failed):
    pass


class NotReady(Failed):
    """The code a bot plays by is still being compiled or loaded."""


@dataclass(frozen=True, slots=True)
class Chosen:
    move: Move
    reason: str
    values: dict[str, str | int | float]


class Needed(NamedTuple):
    """What a bot needs to be loaded for."""

    bot: str
    game: str
    seats: int


@dataclass(slots=True, eq=False)
class _Worker:
    """One worker process, started when it is first needed."""

    process: asyncio.subprocess.Process | None = None
    loaded: set[Needed] = field(default_factory=set)

    async def ask(self, question: bytes, patience: float) -> dict[str, Any]:
        """The answer to a question. A process that gives none is killed and started again for the next."""
        try:
            if self.process is None or self.process.returncode is not None:
                await self._start()
                await self._line(_START)
            process = self.process
            assert process is not None
            assert process.stdin is not None
            process.stdin.write(question)
            found: dict[str, Any] = json.loads(await self._line(patience))
            return found
        except TimeoutError:
            await self.end()
            raise TooSlow(f"no answer within {patience:g} s") from None
        except (OSError, ValueError) as fault:  # its process ended, or talks nonsense
            await self.end()
            raise Failed(f"no answer: {fault}") from None
        except asyncio.CancelledError:
            await self.end()
            raise

    async def _line(self, patience: float) -> bytes:
        assert self.process is not None
        assert self.process.stdout is not None
        async with asyncio.timeout(patience):
            return await self.process.stdout.readline()

    async def _start(self) -> None:
        self.loaded.clear()
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "axio.server.bots.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LINE,
        )

    async def end(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


@dataclass(slots=True, eq=False)
class WorkerPool:
    """A few worker processes. A bot to move waits until one is free and it is its person's turn."""

    size: int
    budget: Budget
    patience: float
    preparing: Preparing = field(default_factory=Preparing)
    _loading: set[asyncio.Task[None]] = field(default_factory=set)
    _queue: FairQueue[_Worker] = field(default_factory=FairQueue)

    def start(self) -> None:
        for _ in range(self.size):
            self._queue.put(_Worker())
        self.preparing.start()

    async def stop(self) -> None:
        await self.preparing.stop()
        await asyncio.gather(*self._loading, return_exceptions=True)
        for worker in self._queue.take_idle():
            await worker.end()

    async def choose(self, bot: str, view: Observation, asker: Asker) -> Chosen:
        """A bot's move for the viewer, whose turn it is. NotReady, Failed or TooSlow if it gives none."""
        needed = Needed(plain(bot), view.game.name, view.game.seats)
        with self._queue.asking(asker):
            worker = await self._queue.get(asker)
            if needed.bot in prepared() and needed not in worker.loaded:
                self._load(worker, needed)
                raise NotReady(f"{bot} is being prepared")
            answer = await self._answer(worker, needed.bot, view, asker)
        if "failed" in answer:
            _LOG.warning(
                "bot %s failed: %s", bot, answer["failed"].partition(":")[0]
            )  # the rest may tell tiles
            raise Failed(answer["failed"])
        return Chosen(parse_move(answer["move"]), answer["reason"], answer["values"])

    async def _answer(self, worker: _Worker, bot: str, view: Observation, asker: Asker) -> dict[str, Any]:
        since, question = time.monotonic(), self._question(bot, view, self._queue.share(asker, self.size))
        try:
            with THOUGHT.labels(bot).time():
                return await worker.ask(question, self.patience)
        finally:
            self._queue.charge(asker.person, time.monotonic() - since)
            self._queue.put(worker)

    def expect(self, bot: str, game: Game) -> None:
        """A bot is going to play: have idle workers load what it needs."""
        needed = Needed(bot.partition("@")[0], game.name, game.seats)
        if needed.bot not in prepared():
            return
        for worker in self._queue.take_idle(lambda worker: needed not in worker.loaded):
            self._load(worker, needed)

    def _load(self, worker: _Worker, needed: Needed) -> None:
        task = asyncio.create_task(self._loaded(worker, needed))
        self._loading.add(task)
        task.add_done_callback(self._loading.discard)

    async def _loaded(self, worker: _Worker, needed: Needed) -> None:
        """Have a worker load a bot's code, if that is compiled by now; then it is idle again."""
        try:
            if await self.preparing.ready(*needed):
                question = {"prepare": needed.bot, "game": needed.game, "seats": needed.seats}
                answer = await worker.ask(json.dumps(question).encode() + b"\n", _START)
                if not answer:
                    worker.loaded.add(needed)
        except Failed as fault:
            _LOG.warning("%s was not prepared: %s", needed.bot, fault)
        finally:
            self._queue.put(worker)

    def _question(self, bot: str, view: Observation, share: float) -> bytes:
        granted = (
            {"work": self.budget.amount}
            if isinstance(self.budget, Work)
            else {"seconds": max(_SHORTEST, self.budget.seconds * share)}
        )
        key = secrets.token_hex(16)
        question = {"bot": bot, "view": observation_data(view), "key": key, **granted}
        return json.dumps(question).encode() + b"\n"
