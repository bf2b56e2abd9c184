"""Streaks: consecutive wins, and consecutive days."""

from __future__ import annotations

from collections.abc import Iterable, Set
from datetime import date
from itertools import groupby

from axio.server.schemas.ratings import Streaks
from axio.server.table.day import before


def of_wins(results: Iterable[bool]) -> Streaks:
    """Streaks of wins, from results in the order they were played."""
    runs = [(won, sum(1 for _ in run)) for won, run in groupby(results)]
    now = runs[-1][1] if runs and runs[-1][0] else 0
    return Streaks(now=now, best=max((length for won, length in runs if won), default=0))


def of_days(played: Set[date], today: date) -> Streaks:
    """Streaks of days. A streak up to yesterday still counts, because today is not over."""
    last = today if today in played else before(today)
    ends = [day for day in played if before(day, -1) not in played]
    best = max((_back_from(day, played) for day in ends), default=0)
    return Streaks(now=_back_from(last, played), best=best)


def _back_from(day: date, played: Set[date]) -> int:
    length = 0
    while before(day, length) in played:
        length += 1
    return length
