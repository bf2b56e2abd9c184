"""A game, stated as its differences: colours, tiles, board, tracks, and where tiles come from."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
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
    title: str = ""  # its name as the box writes it; without one, `name`
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict, repr=False)  # by language, by key

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", self.title or self.name)

    @property
    def end(self) -> int:
        """Where a track ends."""
        return self.stops[-1]

    def __reduce__(self) -> tuple[object, ...]:
        return game, (self.name, self.seats)


GROUP = "axio.games"  # entry points of this group name a maker: a function from seats to a game
SEATS = range(1, 5)
_NAME = re.compile("[a-z][a-z0-9_]{0,19}")  # fits addresses, file names, columns and Python modules
_MAKERS: dict[str, Callable[[int], Game]] = {}
_GAMES: dict[tuple[str, int], Game] = {}


def register(name: str, maker: Callable[[int], Game]) -> None:
    """Make a game known by name. `maker` takes the number of seats."""
    if not _NAME.fullmatch(name):
        raise Malformed(f"{name[:40]!r} is not a game's name: expected up to 20 of a to z, 0 to 9 and _")
    unregister(name)
    _MAKERS[name] = maker


def unregister(name: str) -> None:
    """Forget a game."""
    _MAKERS.pop(name, None)
    for key in [key for key in _GAMES if key[0] == name]:
        del _GAMES[key]


def game_names() -> tuple[str, ...]:
    """The names of all registered games, those of other packages last."""
    _find_installed()
    return tuple(_MAKERS)


def game(name: str, seats: int) -> Game:
    """The game of that name for that many seats."""
    if name not in _MAKERS and name not in game_names():
        raise Malformed(f"{str(name)[:40]!r} is not a game: expected one of {', '.join(_MAKERS)}")
    if type(seats) is not int or seats not in SEATS:
        raise Malformed(f"{str(seats)[:40]} is not a number of seats: expected 1 to {SEATS[-1]}")
    if (name, seats) not in _GAMES:
        _GAMES[name, seats] = _MAKERS[name](seats)
    return _GAMES[name, seats]


@cache
def _find_installed() -> None:
    """Register the games of installed packages, once. One that cannot be loaded only gets a warning."""
    from importlib.metadata import entry_points  # as slow as all of the rules, and seldom needed

    for point in entry_points(group=GROUP):
        if point.name in _MAKERS:
            continue
        try:
            register(point.name, point.load())
        except Exception as fault:  # whatever a package from elsewhere does when it is imported
            warnings.warn(f"the game {point.name} cannot be loaded from {point.value}: {fault}", stacklevel=2)
