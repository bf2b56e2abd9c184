"""Who is at a table, though its people come to different processes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

from axio import deal
from axio.server.bus.local import BusMessage, LocalBus, Subscriber
from axio.server.playing.attendance import PAUSE, Attendance
from axio.server.playing.live_table import LiveTable
from axio.server.protocol import Presence
from axio.server.table.history import History
from axio.server.table.table import DEALT, Chair, Table


@dataclass(eq=False)
class Wired(LocalBus):
    """A bus of one process, with a wire to the others."""

    others: list[Wired] = field(default_factory=list)
    foreign: list[Subscriber] = field(default_factory=list)

    def publish(self, topic: str, message: BusMessage) -> None:
        for other in self.others:
            for subscriber in other.foreign:
                asyncio.get_running_loop().call_soon(subscriber, message)

    def subscribe_elsewhere(self, topic: str, subscriber: Subscriber) -> None:
        self.foreign.append(subscriber)


@dataclass(eq=False)
class Ear:
    person: str | None
    told: list[Presence] = field(default_factory=list)
    presence: Presence | None = None

    def send(self, message: Presence) -> None:
        self.told.append(message)


class Process:
    """One process with a table of two people in its memory."""

    def __init__(self) -> None:
        chairs = [Chair("person", name, None, name, b"") for name in ("ann", "ben")]
        table = Table("t", "ann", DEALT, chairs, "7", None, 0.0, History(deal("axio", 2, "7")))
        self.live = LiveTable(table)
        self.bus = Wired()
        table_cache: Any = SimpleNamespace(known=lambda _: self.live)
        self.attendance = Attendance(table_cache, self.bus)

    def come(self, person: str | None) -> Ear:
        ear = Ear(person)
        self.live.watchers.add(cast(Any, ear))
        self.attendance.changed(self.live)
        return ear

    def go(self, ear: Ear) -> None:
        self.live.watchers.discard(cast(Any, ear))
        self.attendance.changed(self.live)


def test_people_in_other_processes_are_here_too() -> None:
    """Ann at one process and Ben at another see each other, and whoever looks on is counted once."""

    async def meet() -> None:
        one, two = Process(), Process()
        one.bus.others, two.bus.others = [two.bus], [one.bus]
        ann = one.come("ann")
        ben, eve = two.come("ben"), two.come(None)
        await asyncio.sleep(2 * PAUSE)
        for ear in (ann, ben, eve):
            assert (ear.told[-1].here, ear.told[-1].spectators) == ([True, True], 1)
        two.go(ben)
        await asyncio.sleep(2 * PAUSE)
        assert (ann.told[-1].here, ann.told[-1].spectators) == ([True, False], 1)

    asyncio.run(meet())


def test_a_process_that_died_is_forgotten() -> None:
    """Whoever was there is away as soon as anybody comes or goes."""

    async def meet() -> None:
        one, two = Process(), Process()
        one.bus.others, two.bus.others = [two.bus], [one.bus]
        ann = one.come("ann")
        two.come("ben")
        await asyncio.sleep(2 * PAUSE)
        assert ann.told[-1].here == [True, True]
        one.bus.others = []
        one.come(None)
        await asyncio.sleep(2 * PAUSE)
        assert (ann.told[-1].here, ann.told[-1].spectators) == ([True, False], 1)

    asyncio.run(meet())


def test_a_crowd_that_comes_and_goes_is_told_of_now_and_then() -> None:
    """Sixty who come and go cost a player one message in a pause, and none if nothing is new."""

    async def meet() -> None:
        one = Process()
        ann = one.come("ann")
        for _ in range(20):
            crowd = [one.come(None) for _ in range(60)]
            for each in crowd:
                one.go(each)
        assert len(ann.told) == 1
        late = one.come(None)
        await asyncio.sleep(3 * PAUSE)
        assert [each.spectators for each in ann.told] == [0, 1]
        assert late.told[-1] == ann.told[-1]
        one.attendance.changed(one.live)
        await asyncio.sleep(3 * PAUSE)
        assert len(ann.told) == 2

    asyncio.run(meet())
