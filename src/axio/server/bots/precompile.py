"""Compiles the code of the bots that need it, in a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from dataclasses import dataclass

from axio.bots import is_ready, make
from axio.bots.readiness import ready_everywhere

from .roster import prepared

_LOG = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Preparing:
    """Starts with the server, and ends with it."""

    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._compile(), name="compiling")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def ready(self, bot: str, game: str, seats: int) -> bool:
        """Whether a bot has its code, so that a process needs only to load it."""
        return await asyncio.to_thread(is_ready, make(bot), game, seats)

    async def _compile(self) -> None:
        if os.environ.get("AXIO_PREPARE") == "0":
            return
        missing = [name for name in prepared() if not await asyncio.to_thread(ready_everywhere, make(name))]
        if not missing:
            return
        words = (sys.executable, "-m", "axio.bots.precompile", *missing)
        process = await asyncio.create_subprocess_exec(*words, stdin=asyncio.subprocess.DEVNULL)
        try:
            if await process.wait():
                _LOG.warning("the code for %s could not be compiled", ", ".join(missing))
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
