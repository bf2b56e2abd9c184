"""What those who sit down at a table agree to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from axio.server.protocol import LiveClock, TurnsClock

from .day import is_over

ClockSettings: TypeAlias = LiveClock | TurnsClock

PRIVATE, OPEN = "private", "open"
RATED_CLOCK = TurnsClock(days=3, holiday=7)  # of a rated game that asks for no clock: it has to end
SUBSTITUTE = "careful"  # the bot that plays on for whoever left, where a table says nothing else


def clock_for(asked: ClockSettings | None, *, rated: bool) -> ClockSettings | None:
    """The clock of a new table. A rated game always has one."""
    return RATED_CLOCK if rated and asked is None else asked


@dataclass(frozen=True, slots=True)
class Terms:
    clock: ClockSettings | None = None
    rated: bool = False
    visibility: str = PRIVATE
    invite: str | None = None  # who knows it may take an open seat; none for a table nobody can come to
    rating_from: int | None = None
    rating_to: int | None = None
    daily: str | None = None
    substitute: str = SUBSTITUTE

    @property
    def speed(self) -> str:
        if self.clock is None:
            return "untimed"
        return "live" if isinstance(self.clock, LiveClock) else "turns"

    @property
    def strict(self) -> bool:
        """Whether the game counts: there is no undo and no hint."""
        return self.rated or self.daily is not None

    @property
    def sealed(self) -> bool:
        """Whether others may still play this deal today: only its player sees tiles, and nobody the seed."""
        return self.daily is not None and not is_over(date.fromisoformat(self.daily))
