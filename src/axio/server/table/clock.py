"""What is left on a clock. Nothing is kept: it follows from the settings, the log, the downtimes and now.

Both kinds are one: a turn has `free` seconds of its own, what goes beyond comes out of the seat's bank, and
a turn made puts `increment` into it. Live: no free time, the main time in the bank. By turns: the days of a
turn are free, the holiday is the bank. In a live game the first turn of a seat has a `grace` besides: whoever
is dealt to should see the table before time runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from axio.server.protocol import LiveClock, TurnsClock

Downtimes: TypeAlias = Sequence[tuple[float, float]]  # from, to: no server was up

DAY = 86400.0
GRACE = 30.0  # seconds, but no more than the main time


@dataclass(frozen=True, slots=True)
class Clock:
    free: float
    bank: float
    increment: float
    grace: float = 0.0


@dataclass(frozen=True, slots=True)
class Moment:
    """From `at` on `seat` is to move (None: nobody), and its time counts if a person plays it."""

    at: float
    seat: int | None
    counts: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """Seconds each seat has, the seat on move, and the seconds of grace before its own begin to go down."""

    left: tuple[float, ...]
    running: int | None
    grace: float

    @property
    def out(self) -> bool:
        return self.running is not None and self.left[self.running] <= 0

    @property
    def soonest(self) -> float:
        """Whatever is played, nobody is out of time before so many seconds."""
        return max(0.0, min(self.left))


def clock_of(settings: LiveClock | TurnsClock) -> Clock:
    if isinstance(settings, LiveClock):
        return Clock(0.0, float(settings.main), float(settings.increment), min(GRACE, float(settings.main)))
    return Clock(settings.days * DAY, settings.holiday * DAY, 0.0)


@dataclass(slots=True)
class Ticking:
    """A clock followed up to a moment. A turn ends, and is paid for, when another seat is to move."""

    clock: Clock
    downs: Downtimes
    banks: list[float]
    graces: list[float]  # what the next turn of each seat has
    last: Moment
    used: float = 0.0  # of the turn that goes on
    rows: int = 0  # of the log, followed so far

    def go_on(self, after: Moment) -> None:
        before, self.last = self.last, after
        self.used += _counted(before, after.at, self.downs)
        if after.seat != before.seat:
            if before.seat is not None:
                spent = max(0.0, self.used - self.graces[before.seat] - self.clock.free)
                self.banks[before.seat] += self.clock.increment * before.counts - spent
                self.graces[before.seat] = 0.0
            self.used = 0.0

    def read(self, now: float) -> Reading:
        last = self.last
        left = [self.clock.free + bank for bank in self.banks]
        if last.seat is None:
            return Reading(tuple(left), None, 0.0)
        grace = self.graces[last.seat] - self.used - _counted(last, now, self.downs)
        left[last.seat] += min(0.0, grace)
        running = last.seat if last.counts else None
        return Reading(tuple(left), running, 0.0 if running is None else max(0.0, grace))


def begin(clock: Clock, seats: int, first: Moment, downs: Downtimes) -> Ticking:
    return Ticking(clock, downs, [clock.bank] * seats, [clock.grace] * seats, first)


def read(clock: Clock, seats: int, moments: Sequence[Moment], downs: Downtimes, now: float) -> Reading:
    """The clock at `now`, followed from the beginning."""
    ticking = begin(clock, seats, moments[0], downs)
    for moment in moments[1:]:
        ticking.go_on(moment)
    return ticking.read(now)


def _counted(moment: Moment, until: float, downs: Downtimes) -> float:
    if moment.seat is None or not moment.counts:
        return 0.0
    return max(0.0, until - moment.at - _down(moment.at, until, downs))


def _down(since: float, until: float, downs: Iterable[tuple[float, float]]) -> float:
    return sum(max(0.0, min(until, end) - max(since, start)) for start, end in downs)
