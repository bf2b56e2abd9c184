"""A game, stated as its differences: colours, tiles, board, tracks, and where tiles come from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from .errors import Malformed
from .laying import Board
from .tiles import Tile

if TYPE_CHECKING:
    from .draft import Draft


class Supply(Protocol):
    """Where a seat's tiles come from: at the deal, for a bonus placement, and when its turn is over."""

    @property
    def rack(self) -> int: ...
    @property
    def exchanges(self) -> bool: ...

    def deal(self, draft: Draft) -> None: ...
    def bonus(self, draft: Draft) -> None: ...
    def offers_exchange(self, draft: Draft) -> bool: ...
    def exchange(self, draft: Draft) -> None: ...
    def refill(self, draft: Draft) -> None: ...


@dataclass(frozen=True, eq=False)
class Game:
    """One game at one number of seats. There is one object for each, so identity is equality."""

    name: str
    seats: int
    colours: str
    tiles: tuple[Tile, ...] = field(repr=False)  # all of them, in canonical order
    board: Board = field(repr=False)  # before the first tile
    supply: Supply = field(repr=False)
    stops: tuple[int, ...]  # where a track stops; the last is its end
    bonus: bool  # reaching a stop earns a placement
    ending: str  # what ends the game when a seat cannot place

    @property
    def end(self) -> int:
        """Where a track ends."""
        return self.stops[-1]

    def __reduce__(self) -> tuple[object, ...]:
        return game, (self.name, self.seats)


SEATS = range(1, 5)
_MAKERS: dict[str, Callable[[int], Game]] = {}
_GAMES: dict[tuple[str, int], Game] = {}


def register(name: str, maker: Callable[[int], Game]) -> None:
    """Make a game known by name. `maker` takes the number of seats."""
    unregister(name)
    _MAKERS[name] = maker


def unregister(name: str) -> None:
    """Forget a game."""
    _MAKERS.pop(name, None)
    for key in [key for key in _GAMES if key[0] == name]:
        del _GAMES[key]


def game_names() -> tuple[str, ...]:
    """The names of all registered games."""
    return tuple(_MAKERS)


def game(name: str, seats: int) -> Game:
    """The game of that name for that many seats."""
    if name not in _MAKERS:
        raise Malformed(f"{str(name)[:40]!r} is not a game: expected one of {', '.join(_MAKERS)}")
    if type(seats) is not int or seats not in SEATS:
        raise Malformed(f"{str(seats)[:40]} is not a number of seats: expected 1 to {SEATS[-1]}")
    if (name, seats) not in _GAMES:
        _GAMES[name, seats] = _MAKERS[name](seats)
    return _GAMES[name, seats]
