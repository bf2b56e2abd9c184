"""What happened, as facts. Server, animation, log and reviews all read these.

`seen_by(seat)` gives the fact as a seat (or None: a spectator) may know it; nothing else hides anything.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from .cells import Cell
from .laying import Sight
from .moves import Place
from .outcome import Outcome
from .tiles import Colour, Tile

HIDDEN = "?"


class TilePlaced(NamedTuple):
    seat: int
    place: Place
    bonus: bool

    def seen_by(self, seat: int | None) -> Event:
        return self


class Scored(NamedTuple):
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

    def seen_by(self, seat: int | None) -> Event:
        return self


class Axio(NamedTuple):
    """A track reached a stop. `bonus`: the seat now owes itself one more placement for it."""

    seat: int
    colour: Colour
    bonus: bool

    def seen_by(self, seat: int | None) -> Event:
        return self


class PyramidPlaced(NamedTuple):
    seat: int
    at: Cell
    taken_from: Cell | None

    def seen_by(self, seat: int | None) -> Event:
        return self


class TilesDrawn(NamedTuple):
    """Tiles came to a rack. Only its seat sees which."""

    seat: int
    tiles: tuple[Tile, ...]

    def seen_by(self, seat: int | None) -> Event:
        return self if seat == self.seat else TilesDrawn(self.seat, (HIDDEN,) * len(self.tiles))


class ExchangeOffered(NamedTuple):
    seat: int

    def seen_by(self, seat: int | None) -> Event:
        return self


class RackExchanged(NamedTuple):
    """The tiles a seat showed to all and gave back."""

    seat: int
    shown: tuple[Tile, ...]

    def seen_by(self, seat: int | None) -> Event:
        return self


class TurnPassed(NamedTuple):
    seat: int  # whose turn it is now

    def seen_by(self, seat: int | None) -> Event:
        return self


class GameEnded(NamedTuple):
    outcome: Outcome

    def seen_by(self, seat: int | None) -> Event:
        return self


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
