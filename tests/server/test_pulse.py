"""The time when no server was up is kept, once, and is nobody's."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.server.playing.heartbeat import GAP, beat, first_beat, known
from axio.server.settings import sqlite_url
from axio.server.store import open_store

from .postgres import Postgres
from .running import Running


def over(url: str, doing: Callable[[AsyncEngine], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        engine = await open_store(url)
        try:
            return await doing(engine)
        finally:
            await engine.dispose()

    return asyncio.run(run())


def test_gap_between_pulses_is_kept(tmp_path: Path) -> None:
    """Pulses of any process close together leave nothing; a long silence of all is kept from end to end."""

    async def live(engine: AsyncEngine) -> Any:
        for at, process in ((100, "a"), (102, "b"), (104, "a"), (200, "a"), (202, "b"), (300, "c")):
            await beat(engine, process, at, GAP)
        return await known(engine)

    assert over(sqlite_url(tmp_path), live) == [(104, 200), (202, 300)]


def test_start_of_one_that_is_alone_keeps_even_a_short_gap(tmp_path: Path) -> None:
    """A quick restart costs nobody a second; where others may be up, a short silence means nothing."""

    async def restart(engine: AsyncEngine) -> Any:
        await beat(engine, "a", time.time() - GAP / 2, GAP)
        before = await first_beat(engine, shared=True)
        await beat(engine, "a", time.time() - GAP / 2, GAP)
        return before, await first_beat(engine, shared=False)

    before, after = over(sqlite_url(tmp_path), restart)
    assert before == []
    assert len(after) == 1


@pytest.mark.xdist_group("postgres")
def test_of_several_that_start_at_once_one_keeps_the_gap(postgres: Postgres) -> None:
    """Processes that wake up together after a silence keep it once."""

    async def wake(engine: AsyncEngine) -> Any:
        await beat(engine, "a", 100, GAP)
        await asyncio.gather(*(beat(engine, f"p{number}", 200 + number / 100, GAP) for number in range(10)))
        return await known(engine)

    assert len(over(postgres.database(), wake)) == 1


def test_a_server_that_was_down_knows_for_how_long(tmp_path: Path) -> None:
    """From its last sign of life to its next start."""
    with Running(tmp_path):
        pass
    down = time.time()
    with Running(tmp_path):
        up = time.time()
    ((began, ended),) = over(sqlite_url(tmp_path), known)
    assert began <= down <= ended <= up
