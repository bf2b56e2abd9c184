"""Days as the daily deal counts them: in UTC, the same for everyone."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta

DAY = 86400.0  # seconds


def now() -> float:
    return time.time()


def today() -> date:
    return datetime.fromtimestamp(now(), UTC).date()


def end_of(day: date) -> float:
    """When a day is over, in seconds since 1970."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() + DAY


def is_over(day: date) -> bool:
    return now() >= end_of(day)


def before(day: date, days: int = 1) -> date:
    return day - timedelta(days=days)


def read_day(text: str) -> date | None:
    """The day that a text such as 2026-11-15 names; None for any other text."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if found.isoformat() == text else None
