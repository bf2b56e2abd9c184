"""Elo ratings of everybody who met, from all matches at once.

The model is Bradley and Terry's, widened to any number of seats: a bot with strength w is first with chance w
over the sum of all strengths at the table. A shared first place is shared. Fitted by maximum likelihood, with
one deal added to every match that all its seats share: else whoever never lost would stand at infinity.

The intervals take a deal, with all its rotations and in all matches that used it, as the unit (the sandwich
estimate with clusters): games of one deal are not independent. In a match of few deals each deal counts as a
single toss by the model, which errs on the wide side.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from .statistics import FEW, Interval, student

SCALE = 400 / log(10)
ROUNDS = 200
LONGEST = 1.0  # step, in units of the fit: keeps the first ones from overshooting

Vector: TypeAlias = NDArray[np.float64]
Shares: TypeAlias = Sequence[Sequence[float]]  # of one deal: per game, per bot


@dataclass(frozen=True)
class Meeting:
    """Bots that met at one table, by name (the same name may hold several seats), and how the deals went."""

    bots: tuple[str, ...]
    deals: Mapping[Hashable, Shares]


@dataclass(frozen=True, slots=True)
class Rating:
    elo: float
    interval: Interval  # of the difference to the anchor


def ratings(meetings: Sequence[Meeting], anchor: str, at: float = 1000) -> dict[str, Rating]:
    """Everybody who is joined to the anchor by a chain of meetings."""
    names = _joined(meetings, anchor)
    met = [_Met.of(meeting, names) for meeting in meetings if set(meeting.bots) <= set(names)]
    if not met:
        return {}
    strengths, bread = _fit(met, len(names))
    spread, freedom = _covariance(met, strengths, bread)
    zero = names.index(anchor)
    found = {}
    for index, name in enumerate(names):
        elo = at + SCALE * float(strengths[index] - strengths[zero])
        variance = float(spread[index, index] + spread[zero, zero] - 2 * spread[index, zero])
        half = student(freedom) * SCALE * sqrt(max(variance, 0.0))
        found[name] = Rating(elo, (elo - half, elo + half))
    return found


@dataclass(frozen=True)
class _Met:
    seats: Vector  # per name, the seats it holds
    deals: dict[Hashable, tuple[int, Vector]]  # games, and wins per name

    @classmethod
    def of(cls, meeting: Meeting, names: Sequence[str]) -> _Met:
        holds = np.array([[bot == name for bot in meeting.bots] for name in names], dtype=np.float64)
        deals = {
            deal: (len(games), holds @ np.asarray(games, dtype=np.float64).sum(axis=0))
            for deal, games in meeting.deals.items()
        }
        shared: Hashable = ("shared", meeting.bots)
        return cls(holds.sum(axis=1), {**deals, shared: (len(meeting.bots), holds.sum(axis=1))})

    def chances(self, strengths: Vector) -> Vector:
        weights = self.seats * np.exp(strengths - strengths[self.seats > 0].max())
        chances: Vector = weights / weights.sum()
        return chances

    @property
    def games(self) -> int:
        return sum(games for games, _ in self.deals.values())

    @property
    def few(self) -> bool:
        """Whether the deals are too few to show their spread: then each counts as a single toss."""
        return len(self.deals) - 1 < FEW


def _joined(meetings: Sequence[Meeting], anchor: str) -> list[str]:
    known = [anchor]
    for name in known:  # grows while we look
        tables = (meeting.bots for meeting in meetings if meeting.deals and name in meeting.bots)
        known += dict.fromkeys(bot for table in tables for bot in table if bot not in known)
    return known


def _fit(met: Sequence[_Met], count: int) -> tuple[Vector, Vector]:
    """The strengths by Newton's method, and the inverse of the information they were found with."""
    strengths: Vector = np.zeros(count)
    for _ in range(ROUNDS):
        step = _inverse(_information(met, strengths)) @ _slope(met, strengths)
        strengths = strengths + step * min(1.0, LONGEST / max(float(np.abs(step).max()), 1e-12))
        if np.abs(step).max() < 1e-10:
            break
    return strengths, _inverse(_information(met, strengths))


def _inverse(information: Vector) -> Vector:
    """Strengths matter only beside each other, so one direction carries nothing and is left out."""
    return np.linalg.pinv(information).astype(np.float64)


def _slope(met: Sequence[_Met], strengths: Vector) -> Vector:
    slope: Vector = np.zeros(len(strengths))
    for each in met:
        wins = sum((wins for _, wins in each.deals.values()), np.zeros(len(strengths)))
        slope += wins - each.games * each.chances(strengths)
    return slope


def _information(met: Sequence[_Met], strengths: Vector) -> Vector:
    total: Vector = np.zeros((len(strengths), len(strengths)))
    for each in met:
        chances = each.chances(strengths)
        total += each.games * _single(chances)
    return total


def _covariance(met: Sequence[_Met], strengths: Vector, bread: Vector) -> tuple[Vector, int]:
    """Of the strengths, by the spread of the deals; and the degrees of freedom."""
    slopes: dict[Hashable, Vector] = {}
    filling: Vector = np.zeros_like(bread)
    for each in met:
        chances = each.chances(strengths)
        if each.few:
            filling += each.games * each.seats.sum() * _single(chances)
            continue
        for deal, (games, wins) in each.deals.items():
            slopes[deal] = slopes.get(deal, 0.0) + wins - games * chances
    rows = np.array(list(slopes.values())).reshape(-1, len(strengths))
    count = max(len(rows), FEW)
    return bread @ (rows.T @ rows * count / (count - 1) + filling) @ bread, count - 1


def _single(chances: Vector) -> Vector:
    """The spread of one game."""
    return np.diag(chances) - np.outer(chances, chances)
