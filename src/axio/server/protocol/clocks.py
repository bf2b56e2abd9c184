"""Clocks: what is agreed, and how they stand."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta


class LiveClock(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="live"):
    """So many seconds for the whole game, and some more for every turn made."""

    main: Annotated[int, Meta(ge=1, le=14_400)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class TurnsClock(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="turns"):
    """So many days for a turn, and some days of holiday for the whole game, taken when a turn needs more."""

    days: Annotated[int, Meta(ge=1, le=14)]
    holiday: Annotated[int, Meta(ge=0, le=60)] = 0


class Clocks(msgspec.Struct, frozen=True, kw_only=True):
    """How the clock stands as this is sent."""

    settings: LiveClock | TurnsClock
    left: list[float]  # seconds each seat has
    running: int | None
    grace: float  # seconds before those of the running seat begin to go down
