"""A position as one viewer may know it."""

from __future__ import annotations

from typing import Literal

import msgspec

from .clocks import Clocks


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


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    ply: int
    seat: int
    move: str
    points: dict[str, int]  # colour -> how far the track moved
