"""Bodies for leaderboards, profiles and solo scores."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Speed: TypeAlias = Literal["untimed", "live", "turns"]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One player on one leaderboard."""

    place: int
    name: str  # of an account, or a bot's label
    bot: bool
    rating: int
    provisional: bool
    games: int
    mine: bool


class Bin(msgspec.Struct, frozen=True, kw_only=True):
    """How many players have a rating from `start` up to `end`."""

    start: int
    end: int
    count: int


class Leaderboard(msgspec.Struct, frozen=True, kw_only=True):
    best: list[Standing]
    mine: Standing | None
    distribution: list[Bin]
    players: int


class RatingChange(msgspec.Struct, frozen=True, kw_only=True):
    """How a game changed the rating of a seat's player."""

    seat: int
    before: int
    after: int


class BoardStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A player's standing in one game at one speed."""

    game: str
    speed: str
    rating: int
    provisional: bool
    games: int
    place: int
    of: int


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    bot: bool
    mine: bool
    since: float | None  # when the account was made
    boards: list[BoardStanding]  # those with most games first


class RatingPoint(msgspec.Struct, frozen=True, kw_only=True):
    when: float
    rating: int


class Rival(msgspec.Struct, frozen=True, kw_only=True):
    """A player's results against one other."""

    name: str | None  # None for somebody who is gone
    bot: bool
    games: int
    won: int
    shared: int


class Opponent(msgspec.Struct, frozen=True, kw_only=True):
    name: str | None
    bot: bool


class RatedGame(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    when: float
    place: int
    seats: int
    left: bool
    before: int
    after: int
    opponents: list[Opponent]


class Streaks(msgspec.Struct, frozen=True, kw_only=True):
    """The current streak, and the longest one."""

    now: int
    best: int


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """A player in one game at one speed, over time."""

    history: list[RatingPoint]
    peak: int
    first: int  # games won, alone or shared
    games: int
    streaks: Streaks
    rivals: list[Rival]
    recent: list[RatedGame]
    distribution: list[Bin]


class Score(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    name: str
    low: list[int]  # the colours from the lowest up
    when: float
    mine: bool


class BotResult(msgspec.Struct, frozen=True, kw_only=True):
    bot: str
    played: int
    won: int
    shared: int


class Scores(msgspec.Struct, frozen=True, kw_only=True):
    best: list[Score]
    mine: list[Score]
    bots: list[BotResult]
