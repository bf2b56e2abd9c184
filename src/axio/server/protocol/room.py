"""A table that is not dealt yet."""

from __future__ import annotations

from typing import Literal

import msgspec

from .clocks import LiveClock, TurnsClock
from .message import Message


class RoomSeat(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    kind: Literal["person", "bot", "open"]
    bot: str | None
    program: bool
    mine: bool
    kept: bool  # an open seat that waits for somebody
    mine_to_take: bool


class Room(Message, frozen=True, kw_only=True, tag="room"):
    """A table that is not dealt yet: who sits, and what is agreed. The deal follows as a sync."""

    game: str
    seats: list[RoomSeat]
    clock: LiveClock | TurnsClock | None
    rated: bool
    visibility: str
    substitute: str  # the bot that plays on for whoever left
    commitment: str
    invite: str | None  # for those who sit here
    mine: bool  # this browser made it
