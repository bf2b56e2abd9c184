"""Sequential halving: all candidates meet the same worlds, and the better half of them goes on to more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate

import numpy as np

from axio.bots.protocol import SHOWN, Candidate, Choice
from axio.bots.reasons import Reason
from axio.kernel import Worlds
from axio.rules import Move, Observation

from .candidates import Candidates, Source
from .schedule import Schedule
from .trials import EndgameEvaluator, Floats, Trials, WorldEvaluator

PRIOR_WEIGHT = 30  # worlds: a prior weighs as much as trials in so many


@dataclass(frozen=True)
class SearchResult:
    """The moves tried, the best first, and what their trials said on the mean."""

    moves: tuple[Move, ...]
    values: tuple[float, ...]
    wins: tuple[float, ...]
    lows: tuple[float, ...]
    worlds: tuple[int, ...]  # in which each was tried
    solved: bool = False
    errors: tuple[float, ...] = ()  # the standard errors of the values


def halve(
    view: Observation,
    key: bytes,
    schedule: Schedule,
    candidates: Candidates,
    evaluator: WorldEvaluator,
    most: int,
    prior_weight: int = PRIOR_WEIGHT,
    prior_floor: float = 0.0,
    source: Source = Worlds.sample,
) -> SearchResult:
    """Try the moves with the best priors as far as the schedule allows. All chance comes from the key.

    Trials err in ways that more of them do not mend, and of many moves the one that looks best is often one
    that they flatter. A prior errs in other ways: `prior_floor` is the part of it that counts however many
    the trials, unless the end is solved.
    """
    seed = int.from_bytes(sha256(key).digest()[:8], "big")
    priors = candidates(view, seed, most)
    moves = [move for move, _ in priors]
    ending = EndgameEvaluator(evaluator)
    solved = len(moves) > 1 and ending.fits(source(view, range(1), seed), moves)
    values = np.array([prior for _, prior in priors])
    tally = Tally(moves, values, prior_weight, 0.0 if solved else prior_floor)
    order = list(range(len(moves)))
    alive, rounds, seen = len(moves), (len(moves) - 1).bit_length(), 0
    trying = ending if solved else evaluator
    while alive > 1:
        for count in schedule.batches(alive, trying.cost, rounds):
            worlds = source(view, range(seen, seen + count), seed)
            tally.add(order[:alive], trying(worlds, [moves[at] for at in order[:alive]], view.seat))
            seen += count
        order[:alive] = tally.ranked(order[:alive])
        alive, rounds = -(-alive // 2), rounds - 1
    return tally.result(order, solved)


class Tally:
    """Sums over worlds, a row a move. A move's prior counts as well, most before there are many."""

    def __init__(self, moves: Sequence[Move], priors: Floats, prior_weight: int, prior_floor: float) -> None:
        self.moves, self.priors = moves, priors
        self.prior_weight, self.prior_floor = prior_weight, prior_floor
        self.worlds = np.zeros(len(moves), np.int64)
        self.sums = np.zeros((4, len(moves)))  # values, wins, lows, squares of values

    def add(self, rows: Sequence[int], trials: Trials) -> None:
        self.worlds[rows] += trials.values.shape[1]
        summed = (trials.values, trials.wins, trials.lows, trials.values**2)
        self.sums[:, rows] += [each.sum(axis=1) for each in summed]

    @property
    def means(self) -> Floats:
        return np.asarray(self.sums / np.maximum(self.worlds, 1), np.float64)

    @property
    def errors(self) -> Floats:
        values, _, _, squares = self.means
        spread = np.sqrt(np.maximum(squares - values**2, 0))
        return np.asarray(spread / np.sqrt(np.maximum(self.worlds - 1, 1)), np.float64)

    def ranked(self, rows: Sequence[int]) -> list[int]:
        """These moves, the best first; those that are equal stay as they were."""
        values = (self.sums[0] + self.prior_weight * self.priors) / (self.worlds + self.prior_weight)
        values += self.prior_floor * self.priors
        return sorted(rows, key=lambda row: -values[row])

    def result(self, order: Sequence[int], solved: bool) -> SearchResult:
        columns = (*self.means[:3], self.errors)
        values, wins, lows, errors = (tuple(float(each[row]) for row in order) for each in columns)
        worlds = tuple(int(self.worlds[row]) for row in order)
        moves = tuple(self.moves[row] for row in order)
        return SearchResult(moves, values, wins, lows, worlds, solved, errors)


def to_choice(view: Observation, result: SearchResult) -> Choice:
    """The choice that a search comes to: the best moves with their chances, and one sentence."""
    if len(result.moves) == 1:
        return Choice(result.moves[0], (), Reason("only"))
    # A value from fewer worlds never stands above one that more of them have confirmed.
    values = list(accumulate(result.values, min))
    tried = result.worlds[0] > 0
    candidates = tuple(
        Candidate(
            result.moves[at],
            values[at],
            result.wins[at] if tried and view.game.seats > 1 else None,
            result.lows[at] if tried else None,
        )
        for at in range(min(SHOWN, len(result.moves)))
    )
    return Choice(result.moves[0], candidates, _reason(view, result))


def _reason(view: Observation, result: SearchResult) -> Reason:
    other = str(result.moves[1])
    if result.worlds[0] == 0:
        return Reason("glance")
    if view.game.seats == 1:
        low, second = (round(each, 1) for each in result.lows[:2])
        return Reason("outlook_low", {"low": low, "other": other, "second": second})
    win, second = (round(100 * each) for each in result.wins[:2])
    key = "solved" if result.solved else "outlook"
    return Reason(key, {"win": win, "other": other, "second": second})
