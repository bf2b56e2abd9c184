"""What the parts of a review add up to: an account for each seat that closes, and its grades.

result = value before the deal + luck + decisions with hindsight + an end before the natural one. Each part
begins with the value that the part before it ended with, so the sum telescopes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import hypot

from .model import DIGITS, MARKS, Deal, Draw, Mark, ReviewedPly, SeatAccount, SeatGrades, Shares

ACCOUNT_ROWS: Mapping[str, str] = {  # the parts of an account, in English
    "start": "before the deal",
    "display": "luck: tiles laid out",
    "own_draws": "luck: own draws",
    "others_draws": "luck: others' draws",
    "own_decisions": "own decisions, with hindsight",
    "others_decisions": "others' decisions, with hindsight",
    "stopped": "stopped early",
    "result": "result",
}
GRADE_ROWS: Mapping[Mark, str] = {
    "inaccuracy": "inaccuracies",
    "mistake": "mistakes",
    "blunder": "blunders",
}


def accounts_of(deal: Deal, plies: Sequence[ReviewedPly], result: Shares) -> tuple[SeatAccount, ...]:
    return tuple(_account(seat, deal, plies, result[seat]) for seat in range(len(result)))


def _account(seat: int, deal: Deal, plies: Sequence[ReviewedPly], result: float) -> SeatAccount:
    draws = list(_draws(deal, plies))
    last = plies[-1].values if plies else deal.values
    own = [each for each in plies if each.decision.seat == seat]
    others = [each for each in plies if each.decision.seat != seat]
    return SeatAccount(
        deal.start[seat],
        _total(each.luck[seat] for each in draws if each.seat is None),
        _total(each.luck[seat] for each in draws if each.seat == seat),
        _total(each.luck[seat] for each in draws if each.seat not in (None, seat)),
        _total(each.hindsight.effect[seat] for each in own),
        _total(each.hindsight.effect[seat] for each in others),
        _total([result, -last[seat]]),
        result,
        round(hypot(*(each.errors[seat] for each in draws)), DIGITS),
        round(hypot(*(each.hindsight.errors[seat] for each in plies)), DIGITS),
    )


def _draws(deal: Deal, plies: Sequence[ReviewedPly]) -> Iterator[Draw]:
    yield from deal.draws
    for each in plies:
        yield from each.draws


def grades_of(seats: int, plies: Sequence[ReviewedPly]) -> tuple[SeatGrades, ...]:
    return tuple(_grades(seat, plies) for seat in range(seats))


def _grades(seat: int, plies: Sequence[ReviewedPly]) -> SeatGrades:
    own = [each.decision for each in plies if each.decision.seat == seat]
    counted = [each for each in own if each.counted]
    marks = Counter(each.mark for each in own)
    return SeatGrades(
        len(counted),
        _total(each.cost for each in counted),
        round(hypot(*(each.error for each in counted)), DIGITS),
        {mark: marks[mark] for mark in MARKS},
    )


def _total(numbers: Iterator[float] | Sequence[float]) -> float:
    return round(sum(numbers), DIGITS) + 0.0  # never -0.0
