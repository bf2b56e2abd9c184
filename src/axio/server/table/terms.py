"""What those who sit down at a table agree to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias

import msgspec

from axio.server.bots.roster import SUBSTITUTE
from axio.server.protocol import LiveClock, TurnsClock

from .day import is_over

ClockSettings: TypeAlias = LiveClock | TurnsClock

PRIVATE, OPEN = "private", "open"


@dataclass(frozen=True, slots=True)
class Terms:
    clock: ClockSettings | None = None
    rated: bool = False
    visibility: str = PRIVATE
    invite: str | None = None  # who knows it may take an open seat; none for a table nobody can come to
    rating_from: int | None = None
    rating_to: int | None = None
    daily: str | None = None
    substitute: str = SUBSTITUTE  # the bot that plays on for whoever left

    @property
    def speed(self) -> str:
        if self.clock is None:
            return "untimed"
        return "live" if isinstance(self.clock, LiveClock) else "turns"

    @property
    def strict(self) -> bool:
        """It counts: nothing is taken back, and nobody helps."""
        return self.rated or self.daily is not None

    @property
    def sealed(self) -> bool:
        """A deal that others may yet play today: nobody else sees its tiles, and nobody at all its seed."""
        return self.daily is not None and not is_over(date.fromisoformat(self.daily))

    def as_columns(self) -> dict[str, Any]:
        return {
            "clock": None if self.clock is None else msgspec.to_builtins(self.clock),
            "speed": self.speed,
            "rated": self.rated,
            "visibility": self.visibility,
            "invite": self.invite,
            "rating_from": self.rating_from,
            "rating_to": self.rating_to,
            "daily": self.daily,
            "substitute": self.substitute,
        }


def terms_of(table: Any) -> Terms:
    """From the row of a table."""
    row: Mapping[str, Any] = table._mapping
    clock = clock_of(row["clock"])
    names = ("rated", "visibility", "invite", "rating_from", "rating_to", "daily", "substitute")
    return Terms(clock, **{name: row[name] for name in names})


def clock_of(data: Mapping[str, Any] | None) -> ClockSettings | None:
    """From the column of a table."""
    return None if data is None else msgspec.convert(data, LiveClock | TurnsClock)
