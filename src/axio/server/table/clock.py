"""The time left on a clock. It is computed, not stored: from the settings, the log, the downtimes and now.

Both kinds are one: a turn has `free` seconds of its own, what goes beyond comes out of the seat's bank, and
a turn made puts `increment` into it. Live: no free time, the main time in the bank. By turns: the days of a
turn are free, the holiday is the bank. In a live game the first turn of a seat has a `grace` besides: whoever
is dealt to should see the table before time runs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import TypeAlias

from axio.server.protocol import LiveClock, TurnsClock

from .history import SEAT
from .table import Table
from .terms import Terms

Downtimes: TypeAlias = Sequence[tuple[float, float]]  # when no move could be taken, in order, none overlaps

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
    """From the time `at` on, `seat` is to move (None: nobody). Its time counts if a person plays it."""

    at: float
    seat: int | None
    counts: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """The seconds left to each seat, the seat whose clock runs, and the grace before its seconds go down."""

    left: tuple[float, ...]
    running: int | None
    grace: float

    @property
    def out(self) -> bool:
        return self.running is not None and self.left[self.running] <= 0

    @property
    def soonest(self) -> float:
        """Nobody can run out of time before this many seconds, whatever is played."""
        return max(0.0, min(self.left))


def first_due(terms: Terms, began: float) -> float | None:
    """The first moment at which anybody could be out of time."""
    if terms.clock is None:
        return None
    clock = clock_of(terms.clock)
    return began + clock.free + clock.bank


def clock_of(settings: LiveClock | TurnsClock) -> Clock:
    if isinstance(settings, LiveClock):
        return Clock(0.0, float(settings.main), float(settings.increment), min(GRACE, float(settings.main)))
    return Clock(settings.days * DAY, settings.holiday * DAY, 0.0)


@dataclass(slots=True)
class Ticking:
    """A clock computed up to some row of the log. A turn ends when another seat is to move."""

    clock: Clock
    downtimes: Downtimes
    banks: list[float]
    graces: list[float]  # what the next turn of each seat has
    last: Moment
    used: float = 0.0  # of the turn that goes on
    rows: int = 0  # of the log, followed so far

    def go_on(self, after: Moment) -> None:
        before, self.last = self.last, after
        self.used += _counted(before, after.at, self.downtimes)
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
        grace = self.graces[last.seat] - self.used - _counted(last, now, self.downtimes)
        left[last.seat] += min(0.0, grace)
        running = last.seat if last.counts else None
        return Reading(tuple(left), running, 0.0 if running is None else max(0.0, grace))


def begin(clock: Clock, seats: int, first: Moment, downtimes: Downtimes) -> Ticking:
    return Ticking(clock, downtimes, [clock.bank] * seats, [clock.grace] * seats, first)


def read(clock: Clock, seats: int, moments: Sequence[Moment], downtimes: Downtimes, now: float) -> Reading:
    """The clock at `now`, computed from the beginning."""
    ticking = begin(clock, seats, moments[0], merged(downtimes))
    for moment in moments[1:]:
        ticking.go_on(moment)
    return ticking.read(now)


def followed(known: Ticking | None, table: Table, downtimes: Downtimes) -> Ticking:
    """The clock of a table, computed up to the last row of its log. The table has a clock.

    Rows never change, so a `known` clock goes on from its last row, unless the downtimes are new.
    """
    if known is None or known.downtimes is not downtimes:
        assert table.terms.clock is not None
        known = begin(clock_of(table.terms.clock), len(table.chairs), next(moments(table)), downtimes)
    if known.rows < table.history.seq:
        for moment in moments(table, known.rows + 1):
            known.go_on(moment)
        known.rows = table.history.seq
    return known


def moments(table: Table, start: int = 0) -> Iterator[Moment]:
    """Which seat was to move at the beginning and after each row, and whether a person played it."""
    history = table.history
    changes = [row for row in history.rows if row.kind == SEAT]
    changed = {row.seat for row in changes}
    people = [chair.kind == "person" or seat in changed for seat, chair in enumerate(table.chairs)]
    for row in changes:
        if row.seq < start:
            people[row.seat] = row.person is not None
    if start == 0:
        first = history.opening.to_move
        began = table.created if table.began is None else table.began
        yield Moment(began, first, first is not None and people[first])
    skipped = max(0, start - 1)
    for row, seat in islice(zip(history.rows, history.turns, strict=True), skipped, None):
        if row.kind == SEAT:
            people[row.seat] = row.person is not None
        yield Moment(row.at, seat, seat is not None and people[seat])


def merged(periods: Iterable[tuple[float, float]]) -> Downtimes:
    """The same times, the earliest first, with none counted twice."""
    found: list[tuple[float, float]] = []
    for began, ended in sorted(periods):
        if found and began <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], ended))
        else:
            found.append((began, ended))
    return found


def _counted(moment: Moment, until: float, downtimes: Downtimes) -> float:
    if moment.seat is None or not moment.counts:
        return 0.0
    return max(0.0, until - moment.at - _down(moment.at, until, downtimes))


def _down(since: float, until: float, downtimes: Downtimes) -> float:
    """How long no move could be taken in between. There may be many downtimes, nearly all of them past."""
    if not downtimes or downtimes[-1][1] <= since:
        return 0.0
    first = bisect_right(downtimes, since, key=itemgetter(1))
    return sum(max(0.0, min(until, end) - max(since, start)) for start, end in islice(downtimes, first, None))
