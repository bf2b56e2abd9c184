"""The clock of a table, from its log. Rows are never changed, so what was followed once need not be again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from .clock import Downtimes, Moment, Reading, begin, clock_of
from .history import SEAT
from .table import Table


def reading(table: Table, downs: Downtimes, now: float) -> Reading | None:
    """What is left to each seat; None for a game without a clock."""
    if table.terms.clock is None:
        return None
    ticking = table.ticking
    if ticking is None or ticking.downs is not downs:
        clock = clock_of(table.terms.clock)
        ticking = table.ticking = begin(clock, len(table.chairs), next(moments(table)), downs)
    if ticking.rows < table.history.seq:
        for moment in moments(table, ticking.rows + 1):
            ticking.go_on(moment)
        ticking.rows = table.history.seq
    return ticking.read(now)


def moments(table: Table, start: int = 0) -> Iterator[Moment]:
    """Who was on move from when on, and whether a person was: from the beginning, and after each row."""
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
