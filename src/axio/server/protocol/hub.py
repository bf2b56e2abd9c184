"""The messages of the hub's socket, which every page holds: what concerns its person, whatever it shows."""

from __future__ import annotations

from typing import Literal

import msgspec

from .messages import Message
from .view import LiveClock, TurnsClock


class WaitingGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game in which others wait for this person."""

    table: str
    game: str
    others: list[str]  # names
    speed: str  # untimed, live or turns
    since: float


class Challenge(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody asks somebody to a table where a seat is kept."""

    table: str
    game: str
    seats: int
    clock: LiveClock | TurnsClock | None
    rated: bool
    commitment: str  # of the deal, to be seen before one gives a nonce to it
    name: str  # of who asks, or of who was asked
    mine: bool  # this person asks


class OpenSeat(msgspec.Struct, frozen=True, kw_only=True):
    kind: Literal["person", "bot", "open"]
    name: str
    bot: str | None
    rating: int | None


class OpenTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table that waits for people."""

    table: str
    game: str
    seats: list[OpenSeat]
    clock: LiveClock | TurnsClock | None
    speed: str
    rated: bool
    rating_from: int | None
    rating_to: int | None
    commitment: str  # of the deal, to be seen before one gives a nonce to it
    created: float
    here: bool  # whoever opened it is online
    mine: bool
    may: bool  # this person may sit down
    why: str | None  # the reason if not, as refusals name it


class RunningTable(msgspec.Struct, frozen=True, kw_only=True):
    """A game anyone may watch."""

    table: str
    game: str
    seats: list[OpenSeat]
    speed: str
    ply: int
    lows: list[int]


class Online(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    account: bool
    me: bool


# --- server to page -----------------------------------------------------------------------------------------


class Waiting(Message, frozen=True, kw_only=True, tag="waiting"):
    """What waits for this person: games, and challenges that nobody has answered."""

    games: list[WaitingGame]
    challenges: list[Challenge]


class Lobby(Message, frozen=True, kw_only=True, tag="lobby"):
    """Everything the lobby shows."""

    open: list[OpenTable]
    running: list[RunningTable]
    online: list[Online]
    people: int  # online, those who are not listed included


class Said(Message, frozen=True, kw_only=True, tag="said"):
    """A set phrase, by its key."""

    table: str
    seat: int
    phrase: str


ToPage = Waiting | Lobby | Said


# --- page to server -----------------------------------------------------------------------------------------


class Here(Message, frozen=True, kw_only=True, tag="here"):
    """What this page shows now, and whether it is in sight."""

    table: str | None = None
    lobby: bool = False
    visible: bool = True


ToSite = Here
