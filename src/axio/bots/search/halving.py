"""Sequential halving: all candidates meet the same worlds, and the better half of them goes on to more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from typing import Protocol

import numpy as np

from axio.bots.protocol import SHOWN, Candidate, Choice
from axio.bots.reasons import Reason
from axio.kernel import Worlds
from axio.rules import Move, Observation

from .candidates import Candidates, Source
from .schedule import Schedule
from .trials import EndgameEvaluator, Floats, Trials, WorldEvaluator

PRIOR_WEIGHT = 30  # worlds: a prior weighs as much as trials in so many
USUAL_NOISE = 0.005  # the variance of a trial, before two worlds have shown it


class Weighing(Protocol):
    """How much priors count beside trials."""

    def __call__(self, tally: Tally) -> Floats:
        """What every move is worth."""
        ...


@dataclass(frozen=True)
class FixedWeighing:
    """A prior weighs as much as trials in so many worlds; a part of it counts however many the trials, unless
    the end is solved."""

    worlds: int = PRIOR_WEIGHT
    floor: float = 0.0

    def __call__(self, tally: Tally) -> Floats:
        values = (tally.sums[0] + self.worlds * tally.priors) / (tally.worlds + self.worlds)
        return np.asarray(values + (0.0 if tally.solved else self.floor) * tally.priors)


@dataclass(frozen=True)
class VarianceWeighing:
    """Each counts by how little it errs. Trials err by noise, which more of them reduce, and in ways of their
    own, which they do not: of many moves the one that looks best is often one that they flatter. A prior errs
    in other ways. What is solved is certain."""

    prior: float  # how far a prior is from the truth (a standard deviation)
    trials: float  # how far the mean of any number of trials is

    def __call__(self, tally: Tally) -> Floats:
        tried = tally.worlds > 0
        own = 0.0 if tally.solved else self.trials**2 + tally.noise / np.maximum(tally.worlds, 1)
        means = tally.means[0]
        centred = means - means[tried].mean() + tally.priors[tried].mean() if tried.any() else means
        share = np.where(tried, self.prior**2 / (self.prior**2 + own), 0.0)
        return np.asarray(share * centred + (1 - share) * tally.priors)


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
    weighing: Weighing | None = None,
    source: Source = Worlds.sample,
) -> SearchResult:
    """Try the moves with the best priors as far as the schedule allows. All chance comes from the key."""
    seed = int.from_bytes(sha256(key).digest()[:8], "big")
    priors = candidates(view, seed, most)
    moves = [move for move, _ in priors]
    ending = EndgameEvaluator(evaluator)
    solved = len(moves) > 1 and ending.fits(source(view, range(1), seed), moves)
    values = np.array([prior for _, prior in priors])
    tally = Tally(moves, values, weighing or FixedWeighing(), solved)
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

    def __init__(self, moves: Sequence[Move], priors: Floats, weighing: Weighing, solved: bool) -> None:
        self.moves, self.priors, self.weighing, self.solved = moves, priors, weighing, solved
        self.worlds = np.zeros(len(moves), np.int64)
        self.sums = np.zeros((4, len(moves)))  # values, wins, lows, squares of values
        self.squares, self.freedom = 0.0, 0  # of the noise of all trials so far

    def add(self, rows: Sequence[int], trials: Trials) -> None:
        self._add_noise(trials.values)
        self.worlds[rows] += trials.values.shape[1]
        summed = (trials.values, trials.wins, trials.lows, trials.values**2)
        self.sums[:, rows] += [each.sum(axis=1) for each in summed]

    def _add_noise(self, values: Floats) -> None:
        """What is left of trials once the means of their moves and of their worlds are taken away."""
        moves, worlds = values.shape
        left = values - values.mean(axis=0) - values.mean(axis=1, keepdims=True) + values.mean()
        self.squares += float(np.square(left).sum())
        self.freedom += (moves - 1) * (worlds - 1)

    @property
    def noise(self) -> float:
        """The variance of one trial of a move beside those of the others in its world."""
        return self.squares / self.freedom if self.freedom else USUAL_NOISE

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
        values = self.weighing(self)
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
