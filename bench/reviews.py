"""Bots' moves next to reviews: how long a move takes alone and while reviews wait, in turns in the same run.

`python -m bench.reviews [--moves N] [--reviews N]` also says how soon the parts of a review come.
"""

from __future__ import annotations

import argparse
import asyncio
from contextlib import aclosing
from statistics import quantiles
from time import perf_counter
from typing import Any

from axio.bots import Work, make
from axio.review import WORK
from axio.rules import Record, deal
from axio.server.bots.fair_queue import Asker
from axio.server.bots.job_pool import JobPool
from axio.server.bots.worker_pool import WorkerPool
from axio.server.settings import Settings

BOT, TURNS = "careful", 4


def played(seed: str) -> Record:
    """A game for two between greedy bots."""
    state, moves, bot = deal("axio", 2, seed), [], make("greedy")
    while not state.over:
        moves.append(bot.choose(state.observe(state.seat), Work(1), seed.encode()).move)
        state = state.play(moves[-1]).after
    return Record("axio", 2, seed, tuple(moves))


async def reviewed(pool: WorkerPool, person: str, record: Record, since: float) -> dict[str, float]:
    """When the first part, the first mark and the end came."""
    question: dict[str, Any] = {"job": "review", "record": record.as_data(), "work": WORK}
    came: dict[str, float] = {}
    async with aclosing(pool.stream(Asker(person), question)) as lines:
        async for line in lines:
            part = line.get("part", {})
            came.setdefault("first part", perf_counter() - since)
            if part.get("decision", {}).get("mark"):
                came.setdefault("first mark", perf_counter() - since)
    return came | {"end": perf_counter() - since}


async def moves(pool: WorkerPool, count: int) -> list[float]:
    """Seconds for each of so many moves."""
    view, took = deal("axio", 2, "bench").observe(0), []
    for _ in range(count):
        since = perf_counter()
        await pool.choose(BOT, view, Asker("player"))
        took.append(perf_counter() - since)
    return took


async def beside(pool: WorkerPool, reviews: int, count: int) -> list[float]:
    """Moves while so many reviews wait or are worked out."""
    tasks = [
        asyncio.create_task(reviewed(pool, f"reader {number}", played(str(number)), perf_counter()))
        for number in range(reviews)
    ]
    await asyncio.sleep(2)  # the first is at work
    took = await moves(pool, count)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return took


async def run(count: int, reviews: int) -> None:
    settings = Settings(url="")
    pool = WorkerPool(settings.bot_workers, Work(100), 60.0, JobPool(settings.job_workers))
    pool.start()
    try:
        await moves(pool, 2)
        alone, next_to = list[float](), list[float]()
        for _ in range(TURNS):
            alone += await moves(pool, count // TURNS)
            next_to += await beside(pool, reviews, count // TURNS)
        for name, took in (("alone", alone), (f"next to {reviews} reviews", next_to)):
            median, last = (1000 * quantiles(took, n=100)[at] for at in (49, 98))
            print(f"a move of {BOT} {name}: median {median:.1f} ms, p99 {last:.1f} ms")
        came = await reviewed(pool, "reader", played("alone"), perf_counter())
        print("a review:", ", ".join(f"{what} after {seconds:.1f} s" for what, seconds in came.items()))
    finally:
        await pool.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=400)
    parser.add_argument("--reviews", type=int, default=10)
    given = parser.parse_args()
    asyncio.run(run(given.moves, given.reviews))
