"""Bots think in processes of their own: the event loop never waits, and one that hangs can be ended."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import sys
from dataclasses import dataclass, field
from typing import Any

from axio.bots import Budget, Work
from axio.rules import Move, Observation, parse_move
from axio.rules.data import observation_data

from .roster import plain

_LOG = logging.getLogger(__name__)
_LINE = 1 << 20  # bytes of one answer
_START = 30.0  # seconds for a fresh process to be ready


class Failed(Exception):
    """A bot gave no legal move: it broke, or it took too long."""


class TooSlow(Failed):
    pass


@dataclass(frozen=True, slots=True)
class Chosen:
    move: Move
    reason: str
    values: dict[str, str | int | float]


@dataclass(slots=True, eq=False)
class _Thinker:
    """One worker process, started when it is first needed."""

    process: asyncio.subprocess.Process | None = None

    async def ask(self, question: bytes, patience: float) -> dict[str, Any]:
        """The answer to a question. Whoever gives none is ended, and started anew for the next."""
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
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "axio.server.thinker",
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
class Players:
    """A few thinkers, and whoever wants one waits in line."""

    thinkers: int
    budget: Budget
    patience: float
    _idle: asyncio.Queue[_Thinker] = field(default_factory=asyncio.Queue)

    def start(self) -> None:
        for _ in range(self.thinkers):
            self._idle.put_nowait(_Thinker())

    async def stop(self) -> None:
        while not self._idle.empty():
            await self._idle.get_nowait().end()

    async def choose(self, bot: str, view: Observation) -> Chosen:
        """A bot's move for the viewer, whose turn it is. Failed or TooSlow if it gives none."""
        thinker = await self._idle.get()
        try:
            answer = await thinker.ask(self._question(plain(bot), view), self.patience)
        finally:
            self._idle.put_nowait(thinker)
        if "failed" in answer:
            _LOG.warning(
                "bot %s failed: %s", bot, answer["failed"].partition(":")[0]
            )  # the rest may tell tiles
            raise Failed(answer["failed"])
        return Chosen(parse_move(answer["move"]), answer["reason"], answer["values"])

    def _question(self, bot: str, view: Observation) -> bytes:
        granted = (
            {"work": self.budget.amount}
            if isinstance(self.budget, Work)
            else {"seconds": self.budget.seconds}
        )
        key = secrets.token_hex(16)
        question = {"bot": bot, "view": observation_data(view), "key": key, **granted}
        return json.dumps(question).encode() + b"\n"
