"""Bodies for reviews of finished games, and for the exercises made of them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from axio.review.model import Because, Deal, ReviewedPly, SeatAccount, SeatGrades
from axio.server.protocol import Spot, View


class ReviewEnd(msgspec.Struct, frozen=True, kw_only=True):
    """What a whole review adds up to, for each seat."""

    ending: str
    accounts: list[SeatAccount]
    grades: list[SeatGrades]


class ReviewLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a review as it is sent: first the deal, then each ply, then the end; the others are null."""

    plies: int  # of the whole game
    deal: Deal | None = None
    ply: ReviewedPly | None = None
    better: list[dict[str, Any]] = []  # the events of the best move, where another was played
    end: ReviewEnd | None = None
    fault: str | None = None  # why there is no more: a key the page translates


class ExerciseCard(msgspec.Struct, frozen=True, kw_only=True):
    """A marked decision of mine, to be tried again."""

    table: str
    ply: int
    game: str
    mark: str
    tried: int
    right: int  # times in a row
    due: float | None  # none: learnt


class Exercises(msgspec.Struct, frozen=True, kw_only=True):
    now: float
    cards: list[ExerciseCard]  # those that are due first


class Exercise(msgspec.Struct, frozen=True, kw_only=True):
    """The position of a decision as its seat saw it."""

    card: ExerciseCard
    view: View
    spots: list[Spot]
    after: list[dict[str, int]]  # by seat: where tracks would stand, if not at the sum


class ExerciseAttempt(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    move: Annotated[str, Meta(max_length=40)] | None  # none: show me


class ExerciseAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What an attempt came to. The best move, and why, come with a right one or when they are asked for."""

    right: bool
    card: ExerciseCard
    best: str | None = None
    played: str | None = None  # in the game
    cost: float = 0.0  # of the move played then, beside the best
    lead_cost: float = 0.0
    better: list[dict[str, Any]] = []  # the events of the best move
    reasons: list[Because] = []
