"""Long jobs run beside the bots: in order, fairly, limited, ended when nobody reads on, and no move waits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from axio.bots import Work
from axio.rules import deal
from axio.server.bots import job_pool, worker_process
from axio.server.bots.fair_queue import Asker
from axio.server.bots.job_pool import JobPool
from axio.server.bots.precompile import Preparing
from axio.server.bots.worker_pool import WorkerPool
from axio.server.bots.worker_process import Failed
from axio.server.errors import TooMany

ANN, BEN = Asker("a" * 32), Asker("b" * 32)
Test = Callable[[WorkerPool], Awaitable[None]]


class NothingToCompile(Preparing):
    def start(self) -> None:
        pass


@pytest.fixture(autouse=True)
def _odd_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "_MODULE", "tests.server.odd_jobs")


def run(test: Test) -> None:
    """The test with one process for bots and one for jobs."""

    async def all_of_it() -> None:
        pool = WorkerPool(1, Work(10), 20.0, JobPool(1), NothingToCompile())
        pool.start()
        try:
            async with asyncio.timeout(60):
                await test(pool)
        finally:
            await pool.stop()

    asyncio.run(all_of_it())


async def lines(pool: WorkerPool, asker: Asker, **question: Any) -> list[dict[str, Any]]:
    return [line async for line in pool.stream(asker, question)]


async def closed_after_one(pool: WorkerPool, **question: Any) -> None:
    stream = pool.stream(ANN, question)
    await anext(stream)
    await stream.aclose()


def test_parts_come_in_order_from_a_process_of_low_priority() -> None:
    """A job's parts arrive as it yields them, then what it returns."""

    async def test(pool: WorkerPool) -> None:
        *parts, last = await lines(pool, ANN, job="count", to=5)
        assert [part["part"]["number"] for part in parts] == [0, 1, 2, 3, 4]
        assert last["done"]["nice"] == 19

    run(test)


def test_a_job_that_nobody_reads_stops_and_its_process_goes_on(tmp_path: Path) -> None:
    """Whoever closes the stream, or is cancelled in the middle, leaves the process for the next job."""

    async def test(pool: WorkerPool) -> None:
        first = (await lines(pool, ANN, job="count", to=0))[-1]
        await closed_after_one(pool, job="until", file=str(tmp_path / "never"))
        reading = asyncio.create_task(lines(pool, ANN, job="until", file=str(tmp_path / "never")))
        await asyncio.sleep(0.1)
        reading.cancel()
        assert (await lines(pool, ANN, job="count", to=0))[-1] == first

    run(test)


def test_a_job_that_hangs_or_breaks_is_not_the_end(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A job that does not stop is killed, one that raises an error says so; the next job finds a process."""
    monkeypatch.setattr(job_pool, "_GRACE", 0.2)

    async def test(pool: WorkerPool) -> None:
        first = (await lines(pool, ANN, job="count", to=0))[-1]
        with pytest.raises(Failed, match="ValueError: oh no"):
            await lines(pool, ANN, job="breaks")
        assert (await lines(pool, ANN, job="count", to=0))[-1] == first
        stream = pool.stream(ANN, {"job": "hang", "file": str(tmp_path / "hangs")})
        await anext(stream)
        while not (tmp_path / "hangs").exists():  # another process makes it
            await asyncio.sleep(0.01)
        await stream.aclose()
        assert (await lines(pool, ANN, job="count", to=0))[-1] != first

    run(test)


def test_moves_do_not_wait_for_jobs(tmp_path: Path) -> None:
    """Bots move while jobs wait that cannot end yet; another person's job comes before one's third."""
    gate, order = tmp_path / "gate", list[str]()

    async def job(pool: WorkerPool, asker: Asker, name: str) -> None:
        await lines(pool, asker, job="until", file=str(gate))
        order.append(name)

    async def test(pool: WorkerPool) -> None:
        view = deal("axio", 2, "1").observe(0)
        names = [(ANN, "ann 1"), (ANN, "ann 2"), (ANN, "ann 3"), (BEN, "ben 1")]
        jobs = [asyncio.create_task(job(pool, asker, name)) for asker, name in names]
        for _ in range(3):
            await pool.choose("random", view, ANN)
        assert order == []
        gate.touch()
        await asyncio.gather(*jobs)
        assert order == ["ann 1", "ben 1", "ann 2", "ann 3"]

    run(test)


def test_one_person_waits_for_few_jobs(tmp_path: Path) -> None:
    """One more than allowed is refused with a sentence; others still get theirs."""

    async def test(pool: WorkerPool) -> None:
        gate = tmp_path / "gate"
        asked = [asyncio.create_task(lines(pool, ANN, job="until", file=str(gate))) for _ in range(4)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany, match="wait for one of them"):
            await lines(pool, ANN, job="count", to=1)
        others = asyncio.create_task(lines(pool, BEN, job="count", to=1))
        gate.touch()
        await asyncio.gather(*asked, others)

    run(test)


def test_an_idle_process_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has nothing to do for a while gives its memory back."""
    monkeypatch.setattr(job_pool, "_IDLE", 0.0)

    async def test(pool: WorkerPool) -> None:
        first = (await lines(pool, ANN, job="count", to=0))[-1]
        while pool.jobs._tasks:  # it ends by itself
            await asyncio.sleep(0)
        await asyncio.sleep(0.05)
        assert (await lines(pool, ANN, job="count", to=0))[-1] != first

    run(test)
