"""Results read as figures: shares of the wins, lowest colours, how they compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from axio.arena.statistics import Interval, interval, mean, share_interval, student

from .results import Tally


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with the interval around it, and the games behind it."""

    value: float
    interval: Interval
    games: int

    def percent(self, of: int = 0) -> str:
        """As a share; `of` is how many games there should be."""
        low, high = self.interval
        return f"{100 * self.value:.1f} % ({100 * low:.1f} – {100 * high:.1f}){self._short(of)}"

    def multiple(self, of: int = 0) -> str:
        low, high = self.interval
        return f"{self.value:.2f} × ({low:.2f} – {high:.2f}){self._short(of)}"

    def _short(self, of: int) -> str:
        return f", {self.games:,} games so far" if self.games < of else ""


def share(deals: Mapping[int, Tally]) -> Figure | None:
    """What the first bot has of the wins."""
    units = [[game[0] for game in tally.shares] for tally in deals.values()]
    return Figure(mean(units), share_interval(units), sum(map(len, units))) if units else None


def lowest(deals: Mapping[int, Tally]) -> Figure | None:
    """The lowest colour of the first bot, on average."""
    units = [[float(lows[0]) for lows in tally.lows] for tally in deals.values()]
    return Figure(mean(units), interval(units), sum(map(len, units))) if units else None


def ratio(deals: Mapping[int, Tally], others: Mapping[int, Tally]) -> Figure | None:
    """How many times the other's lowest colour, over the deals that both played alone."""
    both = [(deals[n].lows[0][0], others[n].lows[0][0]) for n in sorted(deals.keys() & others.keys())]
    total = sum(other for _, other in both)
    if not total:
        return None
    value, count = sum(own for own, _ in both) / total, len(both)
    if count < 2:
        return Figure(value, (float("-inf"), float("inf")), count)
    spread = sum((own - value * other) ** 2 for own, other in both) * count / (count - 1)
    half = student(count - 1) * sqrt(spread) / total
    return Figure(value, (value - half, value + half), count)
