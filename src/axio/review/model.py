"""A review as a value: every decision graded, the luck of every draw, and an account for each seat.

Values are shares of a win, one for each seat; alone, the lowest colour that is expected. Moves are texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import msgspec

from axio.rules import Malformed

WORK = 6000  # trials for a decision, at most; values and luck take about as much again
ANALYSIS_WORK = 24_000  # trials of the last step of an analysis; all its steps take twice as many
VERSION = 1  # raised whenever the same record, work and key give another review
MARKS: tuple[Mark, ...] = ("inaccuracy", "mistake", "blunder")  # from the least up
DIGITS = 6  # of every figure in a review

# From which cost on a move gets a mark: in shares of a win, in points of lead where the win is decided, and
# alone in points of the lowest colour.
SHARES = (0.02, 0.05, 0.10)
LEADS = (1.0, 2.0, 4.0)
LOWS = (0.5, 1.0, 2.0)

Mark: TypeAlias = Literal["inaccuracy", "mistake", "blunder"]
Facts: TypeAlias = dict[str, str | int | float]
Shares: TypeAlias = tuple[float, ...]  # one for each seat


@dataclass(frozen=True, slots=True)
class GradedMove:
    """A move that was tried, with its mean over worlds that the seat cannot tell apart."""

    move: str
    value: float  # the share of the win; alone, the lowest colour
    error: float  # the standard error of the value
    lead: float  # points by which the lowest colour ends ahead of the best other seat's
    worlds: int  # in which it was tried


@dataclass(frozen=True, slots=True)
class Because:
    """A reason as a key of a template, and the facts that go into it."""

    key: str
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decision:
    """One move of a seat, graded by what the seat could know.

    The cost is that of the move played beside the best one known, in worlds that neither was chosen by. By
    chance it can come out below zero.
    """

    ply: int
    seat: int
    played: str
    best: str
    cost: float
    error: float
    lead_cost: float  # the same in points of lead; it decides about marks where the win is decided
    lead_error: float
    mark: Mark | None
    decided: bool  # the seat wins or loses almost surely, whichever move it makes
    counted: bool  # there was something to choose, and the win was not decided
    solved: bool  # every line was followed to its end
    candidates: tuple[GradedMove, ...]  # the best first; none where only one move is legal
    reasons: tuple[Because, ...]  # why the best move is better; only with a mark

    @property
    def surely_worse(self) -> bool:
        """Whether the move played costs something measurable. Otherwise it is as good as any known."""
        return self.cost - 2 * self.error > 0


@dataclass(frozen=True, slots=True)
class Draw:
    """Tiles that came by chance, and what they changed for each seat. No seat: the display at the deal."""

    seat: int | None
    tiles: tuple[str, ...]
    luck: Shares
    errors: Shares


@dataclass(frozen=True, slots=True)
class Hindsight:
    """What a decision changed in the true world, all racks known. No grade: nobody could know it."""

    effect: Shares  # the value after the decision, before its draws, less the value before
    errors: Shares
    cost: float  # what the best move would have brought the seat more
    cost_error: float


@dataclass(frozen=True, slots=True)
class Deal:
    """The start: values before anything was dealt, the draws, and values before the first decision."""

    start: Shares
    draws: tuple[Draw, ...]
    values: Shares


@dataclass(frozen=True, slots=True)
class ReviewedPly:
    """One ply: the decision, its effect in the true world, the draws that followed, and the values then."""

    decision: Decision
    hindsight: Hindsight
    draws: tuple[Draw, ...]
    values: Shares


@dataclass(frozen=True, slots=True)
class SeatAccount:
    """Where a seat's result came from: `start` and the six parts add up to `result`.

    The decisions here are with hindsight. They are no grades, and costs are no part of them.
    """

    start: float
    display: float  # luck of the tiles laid out at the deal, which are nobody's
    own_draws: float
    others_draws: float
    own_decisions: float
    others_decisions: float
    stopped: float  # by an end before the natural one
    result: float
    luck_error: float  # the standard error of all luck together
    decisions_error: float

    @property
    def luck(self) -> float:
        """All that chance brought the seat."""
        return round(self.display + self.own_draws + self.others_draws, DIGITS)


@dataclass(frozen=True, slots=True)
class SeatGrades:
    """A seat's decisions summed up."""

    decisions: int  # counted ones
    cost: float  # of these, all together
    error: float
    marks: dict[Mark, int]

    @property
    def mean_cost(self) -> float:
        """The cost of a counted decision, on the mean."""
        return round(self.cost / self.decisions, DIGITS) if self.decisions else 0.0


@dataclass(frozen=True, slots=True)
class Review:
    """A finished game, reviewed. The same record, work and key give the same review everywhere."""

    version: int
    game: str
    seats: int
    work: int
    key: str
    deal: Deal
    plies: tuple[ReviewedPly, ...]
    ending: str
    accounts: tuple[SeatAccount, ...]
    grades: tuple[SeatGrades, ...]

    @property
    def marked(self) -> tuple[Decision, ...]:
        """The decisions with a mark."""
        return tuple(each.decision for each in self.plies if each.decision.mark is not None)

    @property
    def values(self) -> tuple[Shares, ...]:
        """The values before each decision, and at the end."""
        return (self.deal.values, *(each.values for each in self.plies))

    def as_data(self) -> dict[str, Any]:
        """The review as JSON-ready data."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Review:
        """The review that `as_data` wrote."""
        try:
            review = msgspec.convert(data, cls)
        except msgspec.ValidationError as fault:
            raise Malformed(f"not a review: {fault}") from None
        if review.version != VERSION:
            raise Malformed(f"a review of version {review.version}: expected {VERSION}")
        return review
