"""What happened, as facts. Server, animation, log and reviews all read these.

`seen_by(seat)` gives the fact as a seat (or None: a spectator) may know it; nothing else hides anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .cells import Cell
from .laying import Sight
from .moves import Place
from .outcome import Outcome
from .tiles import Colour, Tile

HIDDEN = "?"


class _Public:
    """A fact that everybody sees."""

    __slots__ = ()

    def seen_by(self, seat: int | None) -> Event:
        return self  # type: ignore[return-value]  # every subclass is an Event


@dataclass(frozen=True, slots=True)
class TilePlaced(_Public):
    seat: int
    place: Place
    bonus: bool


@dataclass(frozen=True, slots=True)
class Scored(_Public):
    """One mark's points (or one colour's at a pyramid): what it saw, and how far the track really moved."""

    seat: int
    sight: Sight
    before: int
    after: int

    @property
    def colour(self) -> Colour:
        return self.sight.colour

    @property
    def points(self) -> int:
        """What was seen, before any surplus is lost."""
        return self.sight.points


@dataclass(frozen=True, slots=True)
class Axio(_Public):
    """A track reached a stop. `bonus`: the seat now owes itself one more placement for it."""

    seat: int
    colour: Colour
    bonus: bool


@dataclass(frozen=True, slots=True)
class PyramidPlaced(_Public):
    seat: int
    at: Cell
    taken_from: Cell | None


@dataclass(frozen=True, slots=True)
class TilesDrawn:
    """Tiles came to a rack. Only its seat sees which."""

    seat: int
    tiles: tuple[Tile, ...]

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else TilesDrawn(self.seat, (HIDDEN,) * len(self.tiles))


@dataclass(frozen=True, slots=True)
class ExchangeOffered(_Public):
    seat: int


@dataclass(frozen=True, slots=True)
class RackExchanged(_Public):
    """The tiles a seat showed to all and gave back."""

    seat: int
    shown: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class TurnPassed(_Public):
    seat: int  # whose turn it is now


@dataclass(frozen=True, slots=True)
class GameEnded(_Public):
    outcome: Outcome


Event: TypeAlias = (
    TilePlaced
    | Scored
    | Axio
    | PyramidPlaced
    | TilesDrawn
    | ExchangeOffered
    | RackExchanged
    | TurnPassed
    | GameEnded
)
