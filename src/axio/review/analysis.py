"""Analyses a position: the best moves of whoever is to move, with values that sharpen from step to step.

It is the search of the review. Every step has twice the work of the one before and is whole in itself; the
same position, work and key give the same steps on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from axio.bots.search import FixedWeighing, SearchResult, halve
from axio.bots.search.candidates import Source
from axio.bots.search.trials import EndgameEvaluator, Trials
from axio.kernel import Worlds
from axio.rules import Malformed, Move, Observation, State, position_text
from axio.rules.set_up import mover_view

from .grading import (
    LEAST,
    PRIOR_FLOOR,
    PRIOR_WEIGHT,
    SEARCHED,
    WIDE,
    EvenSchedule,
    Measured,
    ReviewCandidates,
    evaluator_of,
    figure,
    leads_of,
    number_of,
    seed_of,
    trials_for,
)
from .model import ANALYSIS_WORK, VERSION, Because
from .reasons import because

FIRST_STEP = 1500  # trials of the first step, about a tenth of a second
SHOWN = 8  # moves with a value


@dataclass(frozen=True, slots=True)
class AnalysedMove:
    """A move with its mean over worlds in which it was not chosen."""

    move: str
    value: float  # the share of the win; alone, the lowest colour
    error: float  # the standard error of the value
    lead: float  # points by which the lowest colour ends ahead of the best other seat's
    reasons: tuple[Because, ...]  # why the best move is better than this one; of the best: than the next


@dataclass(frozen=True, slots=True)
class Analysis:
    """The best moves of a position, by so much work."""

    version: int
    position: str
    seat: int  # whose moves these are
    work: int
    key: str
    open_racks: bool  # whoever is to move knows all racks
    solved: bool  # every line was followed to its end
    worlds: int  # in which each move was valued
    moves: tuple[AnalysedMove, ...]  # the best first

    def as_data(self) -> dict[str, Any]:
        """The analysis as JSON-ready data."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Analysis:
        """The analysis that `as_data` wrote."""
        try:
            return msgspec.convert(data, cls)
        except msgspec.ValidationError as fault:
            raise Malformed(f"not an analysis: {fault}") from None


def analyse(
    position: State | Observation,
    *,
    work: int = ANALYSIS_WORK,
    key: str = "",
    open_racks: bool = False,
) -> Iterator[Analysis]:
    """The moves of the seat to move, valued by what it knows; with `open_racks`, by all racks of a state."""
    view = mover_view(position)
    if work < 1:
        raise Malformed(f"{work} is no budget of work: expected at least 1")
    if open_racks and not isinstance(position, State):
        raise Malformed("not all racks are known: expected a position of which everything is known")
    source = _redrawn(position) if open_racks and isinstance(position, State) else Worlds.sample
    asked = Question(position_text(position), view, key, source, open_racks)
    return (asked.step(number, part) for number, part in enumerate(steps_of(work)))


def steps_of(work: int) -> list[int]:
    """The work of each step: doubled every time, the last one with all of it."""
    steps = [work]
    while steps[0] >= 2 * FIRST_STEP:
        steps.insert(0, steps[0] // 2)
    return steps


def _redrawn(state: State) -> Source:
    """Worlds with the racks of a state; the bag and the stacks are chance."""
    return lambda _, numbers, seed: Worlds.redraw(state, numbers.stop, seed)[numbers.start :]


@dataclass(frozen=True)
class Question:
    """A position that is analysed."""

    text: str
    view: Observation
    key: str
    source: Source
    open_racks: bool

    def step(self, number: int, work: int) -> Analysis:
        """The analysis by so much work."""
        found = self._searched(number, work)
        moves = found.moves[:SHOWN]
        trials = self._tried(number, work, found, moves)
        graded = _ordered(moves, trials, self.view.game.seats == 1)
        return Analysis(
            VERSION,
            self.text,
            self.view.seat,
            work,
            self.key,
            self.open_racks,
            found.solved,
            trials.values.shape[1],
            tuple(self._told(graded)),
        )

    def _searched(self, number: int, work: int) -> SearchResult:
        game = self.view.game
        schedule = EvenSchedule(round(SEARCHED * trials_for(game, work)))
        weighing = FixedWeighing(PRIOR_WEIGHT, PRIOR_FLOOR)
        seed = seed_of(self.key, number, "analysis")
        candidates, evaluator = ReviewCandidates(), evaluator_of(game)
        return halve(self.view, seed, schedule, candidates, evaluator, WIDE, weighing, self.source)

    def _tried(self, number: int, work: int, found: SearchResult, moves: Sequence[Move]) -> Trials:
        """The best moves in fresh worlds: the search flatters what it picks."""
        evaluator = evaluator_of(self.view.game)
        trying = EndgameEvaluator(evaluator) if found.solved else evaluator
        trials = round((1 - SEARCHED) * trials_for(self.view.game, work))
        count = max(LEAST, trials // (len(moves) * trying.cost))
        seed = number_of(seed_of(self.key, number, "values"))
        return trying(self.source(self.view, range(count), seed), moves, self.view.seat)

    def _told(self, graded: Sequence[tuple[Move, AnalysedMove]]) -> Iterator[AnalysedMove]:
        """The same moves with reasons."""
        best = graded[0][0]
        for at, (move, each) in enumerate(graded):
            other = graded[1][0] if at == 0 and len(graded) > 1 else move
            yield each if other == best else replace(each, reasons=because(self.view, best, other))


def _ordered(moves: Sequence[Move], trials: Trials, solo: bool) -> list[tuple[Move, AnalysedMove]]:
    """The best of the search, then the others by value. None stands above the best: it was chosen by more
    than these trials."""
    values, leads = (trials.lows, trials.lows) if solo else (trials.wins, leads_of(trials))
    measured = [Measured.of(row) for row in values]
    graded = [
        AnalysedMove(
            str(move),
            figure(min(each.mean, measured[0].mean)),
            figure(each.error),
            figure(float(lead.mean())),
            (),
        )
        for move, each, lead in zip(moves, measured, leads, strict=True)
    ]
    pairs = list(zip(moves, graded, strict=True))
    return [pairs[0], *sorted(pairs[1:], key=lambda pair: -pair[1].value)]
