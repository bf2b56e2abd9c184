"""What a view of a table is made of: the position as one viewer may know it, clocks, spots, the board."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

Person: TypeAlias = str  # a random id; nobody but its owner is ever sent it


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


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    kind: Literal["person", "bot"]
    bot: str | None  # such as careful@1
    program: bool  # under an account of its own
    instead_of: str | None  # the person who gave the seat up to the bot
    mine: bool  # this browser plays it
    tracks: list[int]
    lowest: str  # letters of the lowest colours
    rack: int  # how many tiles
    stack: int
    rank: int | None  # once the game is over
    leads: bool = False  # ahead of all others


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A position as one viewer may know it."""

    seq: int
    ply: int
    game: str
    seats: list[Seat]
    tiles: list[str]  # placements as text, Re4-Bf4 or RG.P@2,-1
    pyramids: list[str]
    last: str | None  # the last move as text
    to_move: int | None
    asks: Literal["place", "bonus", "exchange", "nothing"]
    owed: int
    shown: int | None  # the seat whose rack this browser sees now
    handover: int | None  # the next person at this browser, whose rack waits behind a screen
    rack: list[str]  # tiles of the seat shown
    bag: int
    unseen: dict[str, int]  # tile -> how many the seat shown has not seen
    practice: bool
    can_undo: bool
    over: bool
    winners: list[int]
    ending: str | None  # board, stacks, instant, time, resign or agreed
    ended_at: int | None  # the seat that ran out of time or resigned
    commitment: str  # of the deal
    rated: bool
    daily: str | None  # the day whose deal this is
    visibility: str
    clocks: Clocks | None
    stopping: list[int]  # the seats that want to stop here
    prepared: str | None  # the move of the seat shown that waits for its turn
    follower: str | None  # the table of the rematch
    may: list[Literal["resign", "leave", "back", "stop", "hint", "prepare", "rematch"]]  # this viewer, now
    turned: int | None = None  # once one seat has won: the ply from which on it was ahead


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A position that is looked at outside of any game, and what may be placed there."""

    position: str  # as text
    game: str
    seats: list[Seat]
    tiles: list[str]
    pyramids: list[str]
    last: str | None  # the move that led here
    to_move: int | None
    asks: Literal["place", "bonus", "exchange", "nothing"]
    owed: int
    who: str  # a seat that knows this, `-` for a spectator, `all` where everything is known
    racks: list[list[str] | None]  # by seat; null: not known
    bag: int
    unseen: dict[str, int]  # tile -> how many lie neither on the board nor on a rack that is known
    over: bool
    winners: list[int]
    ending: str | None
    spots: list[Spot]  # where a tile may lie
    after: dict[str, int]  # where a track of the seat to move would stand, if not at the sum


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    ply: int
    seat: int
    move: str
    points: dict[str, int]  # colour -> how far the track moved


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """One ply of a game that is looked at again."""

    ply: int
    view: View
    events: list[dict[str, Any]]
    racks: list[list[str]] | None  # all of them once the game is over
    position: str | None = None  # once the game is over: as whoever was to move knew it, as text


# A thousand spots are made for one ply. They hold no cycles, so the garbage collector need not look at them.


class Look(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One line a mark would see: the colour that stands there and the cells that would count."""

    colour: str
    cells: list[str]


class Rise(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A pyramid a tile would raise: where, the symbols around it, and which marks of the tile join them."""

    at: str
    around: str
    ends: list[int]


class Spot(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A free spot: its cells, per mark the lines it sees, per mark whether an empty corner names a colour."""

    cells: list[str]
    looks: list[list[Look]]
    names: list[bool]
    rises: list[Rise]


class Geometry(msgspec.Struct, frozen=True, kw_only=True):
    """A board to draw: cells with their place on a unit lattice (x right, y up; neighbours 1 apart)."""

    game: str
    seats: int
    shape: Literal["square", "hexagon", "display"]
    colours: str  # letters, in order
    stops: list[int]
    stacks: bool  # every seat draws from a stack of its own
    rack: int
    cells: list[Place2D]  # empty for a display, whose cell x,y lies at (x, y)
    printed: dict[str, str]  # cell -> colour


class Place2D(msgspec.Struct, frozen=True, array_like=True):
    name: str
    x: float
    y: float
    ring: int  # 0 for the smallest play area, 1 and 2 for the rings around it


class RoomSeat(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    kind: Literal["person", "bot", "open"]
    bot: str | None
    program: bool
    mine: bool
    kept: bool  # an open seat that waits for somebody
    mine_to_take: bool
