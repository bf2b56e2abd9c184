"""One worker process, and how it is asked: a question a line, and one answer or many lines back."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

START = 30.0  # seconds for a fresh process to be ready
_LINE = 1 << 22  # bytes of one answer
_MODULE = "axio.server.bots.worker"
_STOP = b'{"stop": true}\n'
_LAST = ("done", "failed", "stopped")  # the keys of a job's last line


class Failed(Exception):
    """A bot gave no legal move, or a job no result: it broke, or it took too long."""


class TooSlow(Failed):
    pass


class Needed(NamedTuple):
    """What a bot needs to be loaded for."""

    bot: str
    game: str
    seats: int


@dataclass(slots=True, eq=False)
class WorkerProcess:
    """Started when it is first needed. A process that gives no answer is killed, and started again later."""

    options: tuple[str, ...] = ()
    process: asyncio.subprocess.Process | None = None
    loaded: set[Needed] = field(default_factory=set)
    busy: bool = False  # with a job whose last line has not come

    async def ask(self, question: bytes, patience: float) -> dict[str, Any]:
        """The answer to a question."""
        async with self._failing(patience):
            try:
                await self._send(question)
                return await self._answer(patience)
            except asyncio.CancelledError:
                await self.end()
                raise

    async def lines(self, question: bytes, patience: float) -> AsyncGenerator[dict[str, Any], None]:
        """The lines of a job, up to its last one. Whoever reads no further calls `settle`."""
        self.busy = True
        async with self._failing(patience):
            await self._send(question)
            while self.busy:
                line = await self._answer(patience)
                self.busy = not any(key in line for key in _LAST)
                yield line

    async def settle(self, grace: float) -> None:
        """Have a job that is not read any more stop after its present part; kill it if it does not."""
        try:
            async with asyncio.timeout(grace):
                if self.busy:
                    await self._send(_STOP)
                while self.busy:
                    line = await self._answer(grace)
                    self.busy = not any(key in line for key in _LAST)
        except (TimeoutError, OSError, ValueError, asyncio.CancelledError):
            await self.end()

    @contextlib.asynccontextmanager
    async def _failing(self, patience: float) -> AsyncIterator[None]:
        """End a process that gives no answer, and say so."""
        try:
            yield
        except TimeoutError:
            await self.end()
            raise TooSlow(f"no answer within {patience:g} s") from None
        except (OSError, ValueError) as fault:  # its process ended, or talks nonsense
            await self.end()
            raise Failed(f"no answer: {fault}") from None

    async def _send(self, question: bytes) -> None:
        if self.process is None or self.process.returncode is not None:
            await self._start()
            await self._line(START)
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(question)

    async def _answer(self, patience: float) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(await self._line(patience))
        return found

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
            _MODULE,
            *self.options,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LINE,
        )

    async def end(self) -> None:
        process, self.process, self.busy = self.process, None, False
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
