"""Bodies for puzzles."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from axio.review.model import Because
from axio.server.protocol import Spot, View

from .ratings import Streaks


class PuzzleStanding(msgspec.Struct, frozen=True, kw_only=True):
    """How one stands with the puzzles of a game. Only the first attempt at each puzzle counts."""

    rating: int
    provisional: bool
    tried: int
    right: int
    streak: Streaks


class PuzzleGame(msgspec.Struct, frozen=True, kw_only=True):
    """The puzzles of one game."""

    game: str
    count: int
    themes: dict[str, int]  # how many puzzles have each theme
    mine: PuzzleStanding
    today: str  # the puzzle of the day
    today_right: bool | None  # my first attempt at it; none so far


class Puzzles(msgspec.Struct, frozen=True, kw_only=True):
    day: str
    games: list[PuzzleGame]  # those that have puzzles


class NextPuzzle(msgspec.Struct, frozen=True, kw_only=True):
    name: str | None  # none: there is nothing left
    left: int  # puzzles that I have not tried, this one included


class PuzzleTask(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle to be solved: the position as the seat to move sees it, and nothing of the answer."""

    name: str
    game: str
    rating: int
    today: bool  # the puzzle of the day
    mine: bool | None  # whether my first attempt was right; none so far
    view: View
    spots: list[Spot]
    after: list[dict[str, int]]  # by seat: where tracks would stand, if not at the sum


class PuzzleAttempt(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    move: Annotated[str, Meta(max_length=40)] | None  # none: show me


class PuzzleAnswer(msgspec.Struct, frozen=True, kw_only=True):
    moves: list[str]
    value: float  # the share of the win it brings
    rival: str
    margin: float  # what the rival brings less
    themes: list[str]
    proved: bool
    reasons: list[Because]
    events: list[dict[str, Any]]  # of the first of the moves


class PuzzleResult(msgspec.Struct, frozen=True, kw_only=True):
    """What an attempt came to. The answer comes with a right one, or when it is asked for."""

    right: bool
    counted: bool  # it was the first attempt
    before: int  # my rating
    standing: PuzzleStanding
    answer: PuzzleAnswer | None = None
