"""Bodies for positions that are looked at, set up and analysed."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from axio.rules.position_text import LONGEST

from .tables import Short

PositionText = Annotated[str, Meta(max_length=2 * LONGEST)]  # what is too long is refused in one sentence
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Rack = Annotated[list[Short], Meta(max_length=20)]


class RackChange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    seat: SeatNumber
    tiles: Rack | None  # null: not known


class PositionChange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One change of a set-up, or several, in this order."""

    who: Short | None = None  # who knows this: a seat, `-` or `all`
    lift: Short | None = None  # a placement on the board that is taken off
    lay: Short | None = None  # a placement that lies there from now on
    tracks: Annotated[list[Annotated[list[int], Meta(max_length=8)]], Meta(max_length=8)] | None = None
    rack: RackChange | None = None
    to_move: SeatNumber | None = None


class NewPosition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position to begin with: dealt anew."""

    game: Short
    seats: SeatNumber


class AskedPosition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position by its text, or a new one; with a move that is played there, or a change of the set-up."""

    position: PositionText | None = None
    deal: NewPosition | None = None
    move: Short | None = None
    change: PositionChange | None = None
    anywhere: bool = False  # the spots of a set-up, wherever a tile may lie


class MoveReason(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    facts: dict[str, str | int | float]


class ValuedMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move with its value: a share of the win, or alone the lowest colour."""

    move: str
    value: float
    error: float
    lead: float
    reasons: list[MoveReason]


class ValuedMoves(msgspec.Struct, frozen=True, kw_only=True):
    """The best moves of a position by so much work, the best first."""

    seat: int
    work: int
    worlds: int
    solved: bool
    moves: list[ValuedMove]
