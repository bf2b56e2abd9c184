"""Bots think in processes of their own: the event loop never waits, and one that hangs can be ended."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from typing import Any

from axio.bots import Budget, Work
from axio.rules import Game, Move, Observation, parse_move
from axio.rules.data import observation_data
from axio.server.process.metrics import THOUGHT

from .fair_queue import Asker, FairQueue
from .job_pool import JobPool
from .precompile import Preparing
from .roster import plain, prepared
from .worker_process import START, Failed, Needed, WorkerProcess

_LOG = logging.getLogger(__name__)
_SHORTEST = 0.1  # seconds for one move, however many bots wait


class NotReady(Failed):
    """The code a bot plays by is still being compiled or loaded."""


@dataclass(frozen=True, slots=True)
class Chosen:
    move: Move
    reason: str
    values: dict[str, str | int | float]


@dataclass(slots=True, eq=False)
class WorkerPool:
    """A few worker processes. A bot to move waits until one is free and it is its person's turn."""

    size: int
    budget: Budget
    patience: float
    jobs: JobPool = field(default_factory=JobPool)
    preparing: Preparing = field(default_factory=Preparing)
    _loading: set[asyncio.Task[None]] = field(default_factory=set)
    _queue: FairQueue[WorkerProcess] = field(default_factory=FairQueue)

    def start(self) -> None:
        for _ in range(self.size):
            self._queue.put(WorkerProcess())
        self.jobs.start()
        self.preparing.start()

    async def stop(self) -> None:
        await self.jobs.stop()
        await self.preparing.stop()
        await asyncio.gather(*self._loading, return_exceptions=True)
        for worker in self._queue.take_idle():
            await worker.end()

    def stream(self, asker: Asker, question: Mapping[str, Any]) -> AsyncGenerator[dict[str, Any], None]:
        """What a job finds, as `JobPool.stream` says. It takes no time of the bots."""
        return self.jobs.stream(asker, question)

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

    async def _answer(
        self, worker: WorkerProcess, bot: str, view: Observation, asker: Asker
    ) -> dict[str, Any]:
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

    def _load(self, worker: WorkerProcess, needed: Needed) -> None:
        task = asyncio.create_task(self._loaded(worker, needed))
        self._loading.add(task)
        task.add_done_callback(self._loading.discard)

    async def _loaded(self, worker: WorkerProcess, needed: Needed) -> None:
        """Have a worker load a bot's code, if that is compiled by now; then it is idle again."""
        try:
            if await self.preparing.ready(*needed):
                question = {"prepare": needed.bot, "game": needed.game, "seats": needed.seats}
                answer = await worker.ask(json.dumps(question).encode() + b"\n", START)
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
