"""Bodies for tables, invitations, the catalogue, and errors."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from axio.server.protocol import Frame, LiveClock, Room, TurnsClock

RECORD = 200_000  # bytes of a record: far more than any game needs

Short = Annotated[str, Meta(max_length=200)]


class NewSeat(msgspec.Struct, frozen=True, kw_only=True):
    kind: Literal["person", "bot", "open"]  # a person at this browser, a bot, or whoever comes
    name: Short | None = None
    bot: Short | None = None


class NewTable(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"again": "from"}
):
    """A table to create: with these seats, as a rematch of a table, or continued from a record."""

    game: Short | None = None
    seats: Annotated[list[NewSeat], Meta(max_length=8)] | None = None
    nonce: Short | None = None  # 16 bytes of this browser, as hexadecimal digits
    deal: Short | None = None  # a commitment seen before, from POST /api/deals
    again: Short | None = None  # a table to play again, with the same seats
    swap: bool = False  # ... each seat one place further
    record: Annotated[str, Meta(max_length=RECORD)] | None = None  # to go on from; not counted
    position: Annotated[str, Meta(max_length=RECORD)] | None = None  # the same, as text
    ply: Annotated[int, Meta(ge=0, le=1000)] | None = None  # with `from`: the same, after so many moves
    luck: Literal["same", "new"] = "same"  # whether the same tiles come, with `position` or `ply`
    clock: LiveClock | TurnsClock | None = None
    rated: bool = False
    visibility: Literal["private", "open"] = "private"  # open: in the lobby
    rating_from: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    rating_to: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    substitute: Short | None = None  # the bot that plays on for whoever left; none: the usual one


class Sitting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person who takes a seat at an open table."""

    name: Short | None = None
    nonce: Short | None = None  # 16 bytes of this browser, as hexadecimal digits
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None  # none: the first that is free


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """The table of an invitation."""

    room: Room
    begun: bool
    table: str | None  # for those who sit there


class Created(msgspec.Struct, frozen=True, kw_only=True):
    id: str


class Committed(msgspec.Struct, frozen=True, kw_only=True):
    deal: str
    commitment: str


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    ok: bool
    text: str


class Me(msgspec.Struct, frozen=True, kw_only=True):
    name: Annotated[str, Meta(max_length=200)] | None = None


class Visitor(msgspec.Struct, frozen=True, kw_only=True):
    name: str | None
    account: bool
    is_bot: bool
    local: bool  # the server is for this machine alone


class FaceCard(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a bot's picture."""

    colour: str
    eyes: str
    mouth: str
    top: str


class BotCard(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    title: str
    character: str
    games: list[str]  # that it plays
    face: FaceCard | None = None
    strength: dict[str, float] = {}  # by game: 0 is the gentlest level, 1 the strongest; missing if unknown
    level: dict[str, int] = {}  # by game: its number on the dial, from 1; missing if it is not on it


class ProposedLevel(msgspec.Struct, frozen=True, kw_only=True):
    """The level of the dial that fits somebody's results against bots."""

    level: int
    bot: str
    games: int  # results it follows from


class GameCard(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    title: str
    colours: str
    seats: list[int]
    lesson: bool  # whether there is a guided first game
    texts: dict[str, dict[str, str]]  # that the game itself brings, by language


class Demo(msgspec.Struct, frozen=True, kw_only=True):
    """A game to watch: what lies there first, then each tile with the pyramids it brings."""

    start: list[str]
    frames: list[tuple[str, list[str]]]


class ListedSeat(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    kind: str
    bot: str | None
    program: bool
    mine: bool


class ListedTable(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    game: str
    seats: list[ListedSeat]
    ply: int
    to_move: int | None
    mine_to_move: bool
    mine: bool
    over: bool
    gathering: bool  # seats are still open
    speed: str
    rated: bool
    ending: str | None
    practice: bool
    origin: str
    lows: list[int]
    ranks: list[int | None]
    updated: float


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    table: ListedTable
    frames: list[Frame]
