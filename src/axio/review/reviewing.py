"""The course of a review: one ply after the other, each as soon as it is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from axio.rules import Malformed, Record, parse_move
from axio.rules.state import Step

from .account import accounts_of, grades_of
from .grading import grade
from .luck import Estimate, TrueWorld, less, result_values, rounded
from .model import DIGITS, VERSION, WORK, Deal, Decision, Hindsight, Review, ReviewedPly

Progress = Callable[[int, int], None]  # plies done, of how many


def review(record: Record, *, work: int = WORK, key: str = "", progress: Progress | None = None) -> Review:
    """Review a game that is over. The same record, work and key give the same review."""
    parts = reviewed(record, work=work, key=key)
    deal = next(parts)
    assert isinstance(deal, Deal)
    plies: list[ReviewedPly] = []
    for part in parts:
        assert isinstance(part, ReviewedPly)
        plies.append(part)
        if progress is not None:
            progress(len(plies), len(record.moves))
    return assembled(record, deal, plies, work, key)


def reviewed(record: Record, *, work: int = WORK, key: str = "") -> Iterator[Deal | ReviewedPly]:
    """The parts of a review as they are found: the deal, then each ply."""
    if record.outcome is None:
        raise Malformed("the game is not over: expected a finished one to review")
    if work < 1:
        raise Malformed(f"{work} is no budget of work: expected at least 1")
    return _parts(record, TrueWorld(work, key))


def _parts(record: Record, world: TrueWorld) -> Iterator[Deal | ReviewedPly]:
    if record.start is None:
        start, draws, value = world.deal(record.opening)
    else:  # nothing was dealt: the account begins with the position
        value = world.value(record.opening, 0)
        start, draws = value.means, ()
    yield Deal(start, draws, value.means)
    for ply, step in enumerate(record.steps()):
        part, value = _ply(step, ply, world, value)
        yield part


def _ply(step: Step, ply: int, world: TrueWorld, value: Estimate) -> tuple[ReviewedPly, Estimate]:
    decision = decision_of(step, ply, world.work, world.key)
    before, errors, draws, after = world.follow(step, ply + 1)
    cost, cost_error = _with_hindsight(step, decision, world)
    hindsight = Hindsight(
        less(before, value.means),
        rounded([(a * a + b * b) ** 0.5 for a, b in zip(errors, value.errors, strict=True)]),
        cost,
        cost_error,
    )
    return ReviewedPly(decision, hindsight, draws, after.means), after


def decision_of(step: Step, ply: int, work: int, key: str) -> Decision:
    """The decision graded. What the seat could not know is left behind here."""
    state = step.before
    return grade(state.observe(state.seat), step.move, ply, work, key)


def _with_hindsight(step: Step, decision: Decision, world: TrueWorld) -> tuple[float, float]:
    """What the best move would have brought more in the true world."""
    if decision.best == decision.played:
        return 0.0, 0.0
    compared = world.hindsight(step.before, parse_move(decision.best), step.move, decision.ply)
    return round(compared.cost.mean, DIGITS) + 0.0, round(compared.cost.error, DIGITS)


def assembled(record: Record, deal: Deal, plies: list[ReviewedPly], work: int, key: str) -> Review:
    """A review from all its parts."""
    outcome = record.outcome
    assert outcome is not None
    result = result_values(record.final, outcome.winners)
    return Review(
        VERSION,
        record.game,
        record.seats,
        work,
        key,
        deal,
        tuple(plies),
        outcome.ending,
        accounts_of(deal, plies, result),
        grades_of(record.seats, plies),
    )
