"""The clock of a table, from its log."""

from __future__ import annotations

from .clock import Downtimes, Moment, Reading, clock_of, read
from .history import SEAT
from .tables import Table


def reading(table: Table, downs: Downtimes, now: float) -> Reading | None:
    """What is left to each seat; None for a game without a clock."""
    if table.terms.clock is None:
        return None
    return read(clock_of(table.terms.clock), len(table.chairs), moments(table), downs, now)


def moments(table: Table) -> list[Moment]:
    """Who was on move from when on, and whether a person was."""
    history = table.history
    changed = {row.seat for row in history.rows if row.kind == SEAT}
    people = [chair.kind == "person" or seat in changed for seat, chair in enumerate(table.chairs)]
    first = history.opening.to_move
    began = table.created if table.began is None else table.began
    found = [Moment(began, first, first is not None and people[first])]
    for row, seat in zip(history.rows, history.turns, strict=True):
        if row.kind == SEAT:
            people[row.seat] = row.person is not None
        found.append(Moment(row.at, seat, seat is not None and people[seat]))
    return found
