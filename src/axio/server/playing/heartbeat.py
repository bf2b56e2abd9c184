"""Every process writes a heartbeat through the writer, every second. No clock runs while it cannot.

A server that was down, a database that was away or full, a process or a machine that slept, no file that can
be opened: a move could not have been taken meanwhile. Whoever notices it stores that time as a downtime.

With several processes one of them may sleep while the others go on. Its last heartbeat tells until when it
was up; nobody is judged to be out of time for a moment after that, until it is back or has been silent so
long that its browsers have found another process.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import delete, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from axio.server.store import downtimes as kept
from axio.server.store import is_outage, pulses
from axio.server.table.clock import Downtimes, merged

from .live_table import KnownDowntimes, LiveTable
from .writer import Entry, Writer

_LOG = logging.getLogger(__name__)
TICK = 0.25  # seconds between two looks at the clock, which tell whether the process stood still
LATE = 0.5  # seconds that a tick or a heartbeat may be late
TOLD = 1.5  # seconds of a downtime that is shown at once, and not with the next move
BEAT = 1.0  # seconds between two heartbeats
GAP = 5.0  # seconds without a heartbeat of anyone after which no server was up
SILENT = 3.0  # seconds without a heartbeat of a process after which it may be asleep
GONE = 30.0  # seconds without one after which its browsers have found another process
_ENDED = ""  # stands for the processes that ended properly

_PULSE = text(
    "INSERT INTO pulses (process, at) VALUES (:process, :at) "
    "ON CONFLICT (process) DO UPDATE SET at = excluded.at"
)
_DOWNTIME = text(
    "INSERT INTO downtimes (began, ended) VALUES (:began, :ended) "
    "ON CONFLICT (began) DO UPDATE SET ended = excluded.ended WHERE excluded.ended > downtimes.ended"
)
_FORGET = text("DELETE FROM pulses WHERE process = :process")
_KNOWN = select(func.count(), func.sum(kept.c.ended)).select_from(kept)


@dataclass(slots=True, eq=False)
class Heartbeat:
    """The heartbeat of one process. It knows until when moves could be taken."""

    engine: AsyncEngine
    writer: Writer
    shared: bool = False  # whether other processes may serve the same games
    downtimes: KnownDowntimes = field(default_factory=KnownDowntimes)
    on_downtime: list[Callable[[], None]] = field(default_factory=list)
    name: str = field(default_factory=lambda: secrets.token_hex(8))
    _ticked: float = field(default_factory=time.time)
    _proven: float = field(default_factory=time.time)  # when a heartbeat was last committed
    _known_until: float = 0.0  # until when every process was up
    _failed: bool = False  # since a heartbeat was last committed
    _unsaved: list[tuple[float, float]] = field(default_factory=list)
    _seen: Any = None  # how many downtimes there were, and the sum of their ends
    _beating: asyncio.Task[None] | None = None
    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        before, self._ticked = self._ticked, time.time()
        self._proven = self._ticked
        if any(ended >= before for _, ended in self.downtimes.periods):
            self._credit(before, self._ticked)  # no server was up: the rest of the start counts too
        self._task = asyncio.create_task(self._run(), name="heartbeat")

    async def stop(self) -> None:
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        if self._beating is not None:
            await asyncio.wait({self._beating}, timeout=BEAT)
        ended = (_PULSE, {"process": _ENDED, "at": time.time()}), (_FORGET, {"process": self.name})
        with suppress(Exception):  # without a database the last heartbeat tells nearly the same
            async with asyncio.timeout(BEAT):
                await self.writer.write(Entry(None, ended))

    async def sure(self) -> float:
        """Beat now; return the time until which every process is known to have been able to take moves."""
        self._tick()
        await self._beat()
        return self._known_until

    async def check(self) -> None:
        """Return if a move could be taken now, as a heartbeat just committed tells; raise otherwise."""
        doubtful = self._failed or self.writer.interrupted > self._proven
        if doubtful or time.time() - self._proven > LATE:
            await self._beat()

    async def surely_out(self, live: LiveTable) -> bool:
        """Whether the seat to move is out of time. In doubt it is not."""
        try:
            async with asyncio.timeout(BEAT):
                until, now = await self.sure(), time.time()
        except Exception as fault:
            if not is_outage(fault):
                raise
            return False
        clock = live.clock(until if now - until > SILENT else now)
        return clock is not None and clock.out

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self._tick()
            if self._unsaved or time.time() - self._proven >= BEAT:
                self._start_beat()

    def _tick(self) -> None:
        """Look at the clock. If that comes late, the process or its machine stood still."""
        before, self._ticked = self._ticked, time.time()
        self._proven = min(self._proven, self._ticked)  # somebody may set the clock back
        if self._ticked - before > TICK + LATE:
            self._credit(before, self._ticked)

    def _credit(self, began: float, ended: float) -> None:
        """No clock ran in this time."""
        self._unsaved.append((began, ended))
        self.downtimes.periods = merged([*self.downtimes.periods, (began, ended)])
        if ended - began > TOLD:
            for listener in self.on_downtime:
                asyncio.get_running_loop().call_soon(listener)

    # --- one heartbeat --------------------------------------------------------------------------------------

    async def _beat(self) -> None:
        """Wait for the heartbeat that is being written, or write one."""
        await asyncio.shield(self._start_beat())

    def _start_beat(self) -> asyncio.Task[None]:
        if self._beating is None:
            self._beating = asyncio.create_task(self._write(), name="one heartbeat")
            self._beating.add_done_callback(self._end_beat)
        return self._beating

    def _end_beat(self, beating: asyncio.Task[None]) -> None:
        self._beating = None
        if beating.cancelled():
            return
        if (fault := beating.exception()) is not None:
            if not self._failed:
                told = None if is_outage(fault) else fault
                _LOG.warning("no heartbeat could be written (%s)", type(fault).__name__, exc_info=told)
            self._failed = True

    async def _write(self) -> None:
        self._tick()
        began, unsaved = time.time(), [*self._unsaved]
        _open_a_file()
        # In one commit: other processes must not see this heartbeat without the outage that it ends.
        outage = [(self._proven, began)] if self._interrupted(began) else []
        pulse = (_PULSE, {"process": self.name, "at": began})
        periods = ((_DOWNTIME, {"began": first, "ended": last}) for first, last in (*unsaved, *outage))
        await self.writer.write(Entry(None, (pulse, *periods)))
        del self._unsaved[: len(unsaved)]
        self._prove(began)
        self._known_until = await self._others(began) if self.shared else began

    def _prove(self, began: float) -> None:
        """A heartbeat was committed. If another failed before, or it took long, there was an outage."""
        now = time.time()
        if self._interrupted(began) or now - began > LATE:
            self._credit(self._proven, now)
        self._failed, self._proven = False, now

    def _interrupted(self, began: float) -> bool:
        """Whether there was an outage between the last heartbeat committed and one that began then."""
        late = began - self._proven > BEAT + TICK + LATE
        return self._failed or late or self.writer.interrupted > self._proven

    # --- other processes ------------------------------------------------------------------------------------

    async def _others(self, own: float) -> float:
        """Read what other processes stored; the time until which all of them were up."""
        async with self.engine.connect() as connection:
            beats = (await connection.execute(select(pulses).where(pulses.c.process != _ENDED))).all()
            seen = (await connection.execute(_KNOWN)).one()
            if seen != self._seen:
                self.downtimes.periods = merged([*await _stored(connection), *self._unsaved])
                self._seen = seen
        for beat in beats:
            if time.time() - beat.at > GONE:
                await self._forget(beat.process, beat.at)
        return min([own, *(float(beat.at) for beat in beats)])

    async def _forget(self, process: str, at: float) -> None:
        """A process is gone. Whoever removes its heartbeat stores the time in which it was waited for."""
        async with self.engine.begin() as connection:
            gone = delete(pulses).where(pulses.c.process == process, pulses.c.at == at)
            if (await connection.execute(gone)).rowcount:
                await connection.execute(_DOWNTIME, {"began": at, "ended": at + GONE})


def _open_a_file() -> None:
    """OSError if the process can open no more files, and so can accept nobody."""
    os.close(os.open(os.devnull, os.O_RDONLY))


# --- at the start -------------------------------------------------------------------------------------------


async def first_beat(engine: AsyncEngine, *, shared: bool, name: str | None = None) -> Downtimes:
    """At the start: the time since the last heartbeat is a downtime, if no other process can be running.

    Short as it may be, unless the games are `shared` and some process did not end properly.
    """
    await beat(engine, name or secrets.token_hex(8), time.time(), GAP if shared else 0.0)
    return await known(engine)


async def known(engine: AsyncEngine) -> Downtimes:
    """From when to when no move could be taken, the earliest first."""
    async with engine.connect() as connection:
        return merged(await _stored(connection))


async def _stored(connection: AsyncConnection) -> list[tuple[float, float]]:
    return [(row.began, row.ended) for row in await connection.execute(select(kept))]


async def beat(engine: AsyncEngine, name: str, now: float, gap: float) -> None:
    """Write a heartbeat, and store the time since the last one of any process if it was too long."""
    async with engine.begin() as connection:
        await _alone(connection)
        beats = {row.process: row.at for row in await connection.execute(select(pulses))}
        last = max(beats.values(), default=now)
        if now - last > (gap if beats.keys() - {_ENDED} else 0.0):
            await connection.execute(_DOWNTIME, {"began": last, "ended": now})
            await connection.execute(delete(pulses))
        await connection.execute(_PULSE, {"process": name, "at": now})


async def _alone(connection: AsyncConnection) -> None:
    """Of several processes that find the same gap, one stores it."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('axio pulse'))"))
