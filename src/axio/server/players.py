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
_START = 20.0  # seconds more for the first answer of a fresh process


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
        if self.process is None or self.process.returncode is not None:
            await self._start()
            patience += _START
        process = self.process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(patience):
                process.stdin.write(question)
                await process.stdin.drain()
                line = await process.stdout.readline()
        except TimeoutError:
            await self.end()
            raise TooSlow(f"no answer within {patience:g} s") from None
        except (OSError, ValueError) as fault:
            await self.end()
            raise Failed(str(fault)) from None
        except asyncio.CancelledError:
            await self.end()
            raise
        if not line.endswith(b"\n"):
            await self.end()
            raise Failed("its process ended")
        found: dict[str, Any] = json.loads(line)
        return found

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
            _LOG.warning("bot %s failed: %s", bot, answer["failed"])
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
