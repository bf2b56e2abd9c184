"""Sequential halving: all candidates meet the same worlds, and the better half of them goes on to more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from axio.kernel import Worlds
from axio.rules import Move, Observation

from .candidates import Candidates
from .pace import Pace
from .trials import Evaluator, Floats, Solving, Trials
from .worlds import Source

TRUST = 30  # worlds: a promise weighs as much as trials in so many


@dataclass(frozen=True)
class Thought:
    """The moves tried, the best first, and what their trials said on the mean."""

    moves: tuple[Move, ...]
    values: tuple[float, ...]
    wins: tuple[float, ...]
    lows: tuple[float, ...]
    worlds: tuple[int, ...]  # in which each was tried
    solved: bool = False


def think(
    view: Observation,
    key: bytes,
    pace: Pace,
    candidates: Candidates,
    evaluator: Evaluator,
    most: int,
    trust: int = TRUST,
    faith: float = 0.0,
    source: Source = Worlds.sample,
) -> Thought:
    """Try the most promising moves as far as the pace allows. All chance comes from the key.

    Trials err in ways that more of them do not mend, and of many moves the one that looks best is often one
    that they flatter. A promise errs in other ways: `faith` is the part of it that counts to the last, unless
    the end is solved.
    """
    seed = int.from_bytes(sha256(key).digest()[:8], "big")
    promising = candidates(view, seed, most)
    moves = [move for move, _ in promising]
    ending = Solving(evaluator)
    solved = len(moves) > 1 and ending.fits(source(view, range(1), seed), moves)
    tally = Tally(moves, np.array([promise for _, promise in promising]), trust, 0.0 if solved else faith)
    order = list(range(len(moves)))
    alive, rounds, seen = len(moves), (len(moves) - 1).bit_length(), 0
    trying = ending if solved else evaluator
    while alive > 1:
        for count in pace.batches(alive, trying.cost, rounds):
            worlds = source(view, range(seen, seen + count), seed)
            tally.add(order[:alive], trying(worlds, [moves[at] for at in order[:alive]], view.seat))
            seen += count
        order[:alive] = tally.ranked(order[:alive])
        alive, rounds = -(-alive // 2), rounds - 1
    return tally.thought(order, solved)


class Tally:
    """Sums over worlds, a row a move. What a move promised counts as well, most before there are many."""

    def __init__(self, moves: Sequence[Move], promises: Floats, trust: int, faith: float) -> None:
        self.moves, self.promises, self.trust, self.faith = moves, promises, trust, faith
        self.worlds = np.zeros(len(moves), np.int64)
        self.sums = np.zeros((3, len(moves)))  # values, wins, lows

    def add(self, rows: Sequence[int], trials: Trials) -> None:
        self.worlds[rows] += trials.values.shape[1]
        self.sums[:, rows] += [each.sum(axis=1) for each in (trials.values, trials.wins, trials.lows)]

    @property
    def means(self) -> Floats:
        return np.asarray(self.sums / np.maximum(self.worlds, 1), np.float64)

    def ranked(self, rows: Sequence[int]) -> list[int]:
        """These moves, the best first; those that are equal stay as they were."""
        values = (self.sums[0] + self.trust * self.promises) / (self.worlds + self.trust)
        values += self.faith * self.promises
        return sorted(rows, key=lambda row: -values[row])

    def thought(self, order: Sequence[int], solved: bool) -> Thought:
        values, wins, lows = (tuple(float(means[row]) for row in order) for means in self.means)
        worlds = tuple(int(self.worlds[row]) for row in order)
        return Thought(tuple(self.moves[row] for row in order), values, wins, lows, worlds, solved)
