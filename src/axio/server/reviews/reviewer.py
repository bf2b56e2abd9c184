"""Has finished games reviewed: one job for all who wait for the same game, and never two for the same."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterator
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field

import msgspec
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.review.model import Deal, Review, ReviewedPly
from axio.rules import Record
from axio.server.bots.fair_queue import Asker
from axio.server.bots.worker_pool import WorkerPool
from axio.server.bots.worker_process import Failed
from axio.server.errors import Denied
from axio.server.identity.cookies import Person
from axio.server.process.flow_control import Outbox
from axio.server.schemas.reviews import ReviewEnd, ReviewLine
from axio.server.store import is_outage
from axio.server.table.history import History
from axio.server.table.table import Table
from axio.server.views.records import placed_instead, record

from .repository import store, stored

_LOG = logging.getLogger(__name__)
_LINES = 10_000  # that may wait for one reader: more than any review has


def reviewable(table: Table) -> Record:
    """The record of a table that may be reviewed: the game is over, and nobody else plays its deal today."""
    if table.outcome is None:
        raise Denied("not_finished")
    return record(table)


@dataclass(slots=True, eq=False)
class _Running:
    """A review that is being worked out."""

    sent: list[bytes] = field(default_factory=list)
    readers: set[Outbox] = field(default_factory=set)
    task: asyncio.Task[None] | None = None

    def send(self, line: bytes) -> None:
        self.sent.append(line)
        for reader in self.readers:
            reader.put(line)


@dataclass(slots=True, eq=False)
class Reviewer:
    engine: AsyncEngine
    pool: WorkerPool
    work: int
    _running: dict[str, _Running] = field(default_factory=dict)

    async def stop(self) -> None:
        tasks = [running.task for running in self._running.values() if running.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def check(self, table: Table, person: Person) -> Review | None:
        """The stored review. TooMany if there is none, and this person waits for too much already."""
        found = await stored(self.engine, table.id)
        if found is None and table.id not in self._running:
            self.pool.jobs.check(Asker(person))
        return found

    @contextmanager
    def reading(
        self, table: Table, history: History, found: Review | None, person: Person
    ) -> Iterator[Outbox]:
        """What a reader gets: of the stored review, of one that is being worked out, or of a new one.

        The lines come as they are found; an empty one is the last.
        `history`: that of the table, with all its steps. A review that has begun goes on if its last reader
        leaves; one that still waits for its turn does not.
        """
        reader = Outbox(_LINES)
        if found is not None:
            for line in _lines_of(history, found):
                reader.put(line)
            yield reader
            return
        running = self._running.get(table.id) or self._begin(table, history, person)
        running.readers.add(reader)
        for line in running.sent:
            reader.put(line)
        try:
            yield reader
        finally:
            running.readers.discard(reader)
            if not running.readers and not running.sent and running.task is not None:
                self._forget(table.id, running)
                running.task.cancel()

    def _begin(self, table: Table, history: History, person: Person) -> _Running:
        running = self._running[table.id] = _Running()
        running.task = asyncio.create_task(self._work_out(table, history, person, running), name="review")
        return running

    async def _work_out(self, table: Table, history: History, person: Person, running: _Running) -> None:
        asker = Asker(person, lambda: bool(running.readers))
        try:
            question = {"job": "review", "record": record(table).as_data(), "work": self.work}
            async with aclosing(self.pool.stream(asker, question)) as lines:
                async for line in lines:
                    if "part" in line:
                        running.send(_part_line(history, line["part"]))
                    else:
                        review = Review.from_data(line["done"])
                        await self._store(table, review)
                        running.send(_end_line(history, review))
        except (Failed, Denied) as fault:
            _LOG.warning("the review of table %s failed", table.id)
            running.send(_fault_line(history, fault))
        except Exception as fault:
            _LOG.exception("the review of table %s broke", table.id)
            running.send(_fault_line(history, fault))
        finally:
            self._forget(table.id, running)
            running.send(b"")

    def _forget(self, name: str, running: _Running) -> None:
        if self._running.get(name) is running:
            del self._running[name]

    async def _store(self, table: Table, review: Review) -> None:
        """Store it; without the database it is sent all the same."""
        try:
            await store(self.engine, table, review)
        except Exception as fault:
            if not is_outage(fault):
                raise
            _LOG.warning("the review of table %s could not be stored", table.id)


def _lines_of(history: History, review: Review) -> Iterator[bytes]:
    """A whole review as it is sent."""
    yield _encoded(ReviewLine(plies=history.ply, deal=review.deal))
    for ply in review.plies:
        yield _ply_line(history, ply)
    yield _end_line(history, review)
    yield b""


def _part_line(history: History, part: object) -> bytes:
    """A part of a review, as a worker found it."""
    found = _read(part)
    if isinstance(found, Deal):
        return _encoded(ReviewLine(plies=history.ply, deal=found))
    return _ply_line(history, found)


def _read(part: object) -> Deal | ReviewedPly:
    with contextlib.suppress(msgspec.ValidationError):
        return msgspec.convert(part, ReviewedPly)
    return msgspec.convert(part, Deal)


def _ply_line(history: History, ply: ReviewedPly) -> bytes:
    decision = ply.decision
    other = decision.best != decision.played
    better = placed_instead(history, decision.ply, decision.best) if other else []
    return _encoded(ReviewLine(plies=history.ply, ply=ply, better=better))


def _end_line(history: History, review: Review) -> bytes:
    end = ReviewEnd(ending=review.ending, accounts=list(review.accounts), grades=list(review.grades))
    return _encoded(ReviewLine(plies=history.ply, end=end))


def _fault_line(history: History, fault: Exception) -> bytes:
    reason = fault.reason if isinstance(fault, Denied) else "review_failed"
    return _encoded(ReviewLine(plies=history.ply, fault=reason))


_encoded = msgspec.json.Encoder().encode
