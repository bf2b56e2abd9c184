"""Bodies for the daily deal."""

from __future__ import annotations

import msgspec

from .ratings import Streaks


class DailyTry(msgspec.Struct, frozen=True, kw_only=True):
    """One's own attempt."""

    table: str
    over: bool
    scored: bool  # it counts, once it is over: by an account, in time
    low: list[int]  # the colours from the lowest up, once it is over
    place: int | None  # among the scored ones
    beaten: int | None  # per cent of the others


class DailyCount(msgspec.Struct, frozen=True, kw_only=True):
    low: int
    count: int


class DailyResult(msgspec.Struct, frozen=True, kw_only=True):
    place: int
    name: str
    low: list[int]
    table: str | None  # to be watched, once the day is over
    mine: bool


class DailyGame(msgspec.Struct, frozen=True, kw_only=True):
    """One game of a day. Others' results are shown to those who have finished, and to all after the day."""

    game: str
    commitment: str
    secret: str | None  # once the day is over: with it anyone can check the deal
    mine: DailyTry | None
    players: int  # scored tries so far
    spread: list[DailyCount] | None  # of the scored tries and one's own, from the worst to the best
    best: list[DailyResult] | None


class Day(msgspec.Struct, frozen=True, kw_only=True):
    day: str
    over: bool
    ends: float
    now: float
    games: list[DailyGame]


class CalendarDay(msgspec.Struct, frozen=True, kw_only=True):
    day: str
    finished: int  # of one's own games that day, in time
    dealt: bool  # there is something to look at


class Today(msgspec.Struct, frozen=True, kw_only=True):
    today: Day
    yesterday: Day | None
    tomorrow: dict[str, str]  # the commitments to tomorrow's deals


class MyDays(msgspec.Struct, frozen=True, kw_only=True):
    """One's own days, and whether they are ranked."""

    streak: Streaks
    calendar: list[CalendarDay]  # the last weeks up to today, the oldest first
    account: bool
