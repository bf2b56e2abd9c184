"""The time when no move could be taken is kept, once, and is nobody's."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.server.playing import heartbeat
from axio.server.playing.heartbeat import GAP, GONE, Heartbeat, beat, first_beat, known
from axio.server.playing.writer import Writer
from axio.server.settings import sqlite_url
from axio.server.store import open_store
from axio.server.table.clock import merged

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
    assert [each for each in over(sqlite_url(tmp_path), known) if each[0] <= down <= each[1] <= up]


@asynccontextmanager
async def beating(engine: AsyncEngine, *, shared: bool = False) -> AsyncIterator[Heartbeat]:
    """A process of its own, as far as its heartbeat goes."""
    writer = Writer(engine)
    found = Heartbeat(engine, writer, shared)
    await first_beat(engine, shared=shared, name=found.name)
    writer.start()
    found.start()
    await found.sure()
    yield found
    await found.stop()
    await writer.stop()


def lasts(periods: Any) -> list[float]:
    return [round(ended - began, 1) for began, ended in periods if ended - began > 0.5]


def test_downtimes_are_counted_once() -> None:
    """Several processes store the same time: what overlaps is one."""
    assert merged([(5, 7), (1, 3), (2, 4), (4, 4.5), (6, 6.5)]) == [(1, 4.5), (5, 7)]


def test_process_that_stood_still_knows_it_at_once(tmp_path: Path) -> None:
    """A sleep is noticed by whoever asks first, before anything else is done, and is stored."""

    async def sleep(engine: AsyncEngine) -> Any:
        async with beating(engine) as found:
            time.sleep(1.2)
            asked = await found.sure()
            assert time.time() - asked < 1
            return lasts(found.downtimes.periods), lasts(await known(engine))

    noticed, stored = over(sqlite_url(tmp_path), sleep)
    assert noticed == stored and len(stored) == 1
    assert 1.1 <= stored[0] <= 1.8


def test_database_that_was_away_is_a_downtime_from_the_last_heartbeat_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Short as it may be. Meanwhile nobody is surely out of time."""

    async def away(engine: AsyncEngine) -> Any:
        async with beating(engine) as found:
            before = len(found.downtimes.periods)
            monkeypatch.setattr(heartbeat, "_open_a_file", failing)
            with pytest.raises(OSError):
                await found.sure()
            with pytest.raises(OSError):
                await found.check()
            monkeypatch.setattr(heartbeat, "_open_a_file", lambda: None)
            await found.check()
            await found.sure()
            return len(found.downtimes.periods) - before, len(await known(engine))

    noticed, stored = over(sqlite_url(tmp_path), away)
    assert noticed == 1 and stored >= 1


def failing() -> None:
    raise OSError(24, "Too many open files")


def test_outage_is_stored_with_the_heartbeat_that_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process that sees the one without the other would judge somebody to be out of time."""

    async def away(engine: AsyncEngine) -> Any:
        async with beating(engine, shared=True) as found:
            before = await known(engine)
            monkeypatch.setattr(heartbeat, "_open_a_file", failing)
            with pytest.raises(OSError):
                await found.sure()
            monkeypatch.setattr(heartbeat, "_open_a_file", lambda: None)
            await found.check()
            return len(await known(engine)) - len(before)

    assert over(sqlite_url(tmp_path), away) == 1


def test_process_that_is_silent_keeps_everybody_from_being_out(tmp_path: Path) -> None:
    """As long as it may come back, nobody knows of a moment after its last heartbeat; then it is credited."""

    async def other(engine: AsyncEngine) -> Any:
        async with beating(engine, shared=True) as found:
            now = time.time()
            await beat(engine, "asleep", now - GONE / 2, GONE)
            doubtful = await found.sure() - now
            await beat(engine, "asleep", now - GONE - 1, GONE)
            assert await found.sure() < now  # until what was stored is read
            certain = await found.sure() - now
            return doubtful, certain, lasts(found.downtimes.periods)

    doubtful, certain, credited = over(sqlite_url(tmp_path), other)
    assert doubtful == pytest.approx(-GONE / 2, abs=0.1)
    assert certain >= 0
    assert credited == [GONE]


def test_process_that_ends_properly_is_not_waited_for(tmp_path: Path) -> None:
    """It leaves when it ended, for those who start after all have ended, and no heartbeat."""

    async def end(engine: AsyncEngine) -> Any:
        async with beating(engine, shared=True) as found:
            async with beating(engine, shared=True):
                pass
            waited = time.time() - await found.sure()
        time.sleep(0.7)
        return waited, lasts(await first_beat(engine, shared=True))

    waited, down = over(sqlite_url(tmp_path), end)
    assert waited < 1
    assert len(down) == 1 and down[0] < GAP
