"""What results say: shares of the wins, lowest colours and ratings, each with its interval."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from axio.arena.rating import Meeting, Rating, ratings
from axio.arena.statistics import Interval, controlled, interval, mean, share_interval, student
from axio.bots import label

from .fixtures import ANCHOR, Fixture, bot_of, duel, levels_of, work_of
from .results import DealResult, Results, Timing

ENOUGH_LUCK = 30  # deals: fewer say too little about what luck explains
FEW_GAMES = 30  # fewer are no figure


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with the interval around it, and the games behind it."""

    value: float
    interval: Interval
    games: int
    narrowed: float = 0.0  # by which part the interval is narrower than without the luck of the draw

    def percent(self, of: int = 0) -> str:
        """As a share; `of` is how many games there should be."""
        low, high = self.interval
        return f"{100 * self.value:.1f} % ({100 * low:.1f} – {100 * high:.1f}){self._short(of)}"

    def multiple(self, of: int = 0) -> str:
        low, high = self.interval
        return f"{self.value:.2f} × ({low:.2f} – {high:.2f}){self._short(of)}"

    def _short(self, of: int) -> str:
        return f", {self.games:,} games so far" if self.games < of else ""


def share(deals: Mapping[int, DealResult]) -> Estimate | None:
    """What the first bot has of the wins."""
    units = [[game[0] for game in result.shares] for result in deals.values()]
    if not units:
        return None
    plain = Estimate(mean(units), share_interval(units), sum(map(len, units)))
    return _without_luck(deals, plain)


def _without_luck(deals: Mapping[int, DealResult], plain: Estimate) -> Estimate:
    """The same share with the luck of the draw taken off, if that was looked at and narrows the interval."""
    known = [(result, result.luck) for result in deals.values() if result.luck is not None]
    if len(known) < max(ENOUGH_LUCK, len(deals)):
        return plain
    units = [sum(game[0] for game in result.shares) / len(result.shares) for result, _ in known]
    luck = [sum(row[0] - sum(row[1:]) / (len(row) - 1) for row in rows) / len(rows) for _, rows in known]
    value, (low, high) = controlled(units, luck)
    width = plain.interval[1] - plain.interval[0]
    if not (0 < high - low < width and low >= 0 and high <= 1):
        return plain
    return Estimate(value, (low, high), plain.games, 1 - (high - low) / width)


def lowest(deals: Mapping[int, DealResult]) -> Estimate | None:
    """The lowest colour of the first bot, on average."""
    units = [[float(lows[0]) for lows in result.lows] for result in deals.values()]
    return Estimate(mean(units), interval(units), sum(map(len, units))) if units else None


def ratio(deals: Mapping[int, DealResult], others: Mapping[int, DealResult]) -> Estimate | None:
    """How many times the other's lowest colour, over the deals that both played alone."""
    both = [(deals[n].lows[0][0], others[n].lows[0][0]) for n in sorted(deals.keys() & others.keys())]
    total = sum(other for _, other in both)
    if not total:
        return None
    value, count = sum(own for own, _ in both) / total, len(both)
    if count < 2:
        return Estimate(value, (float("-inf"), float("inf")), count)
    spread = sum((own - value * other) ** 2 for own, other in both) * count / (count - 1)
    half = student(count - 1) * sqrt(spread) / total
    return Estimate(value, (value - half, value + half), count)


@dataclass(frozen=True)
class Standings:
    """Where everybody stands at one game with so many seats."""

    results: Results
    game: str
    seats: int
    seed: str

    @property
    def levels(self) -> tuple[str, ...]:
        return levels_of(self.game)

    def share(self, level: str, other: str) -> Estimate | None:
        """What one of a level wins against others of another. Two seats: either way round."""
        found = share(self._deals(level, other))
        if found is None and self.seats == 2 and (back := share(self._deals(other, level))):
            low, high = back.interval
            return Estimate(1 - back.value, (1 - high, 1 - low), back.games, back.narrowed)
        return found

    def ratings(self) -> dict[str, Rating]:
        """Elo by level, for those who met."""
        pairs = [(a, b) for a in self.levels for b in self.levels if a != b]
        meetings = [
            Meeting(
                (level, *[other] * (self.seats - 1)),
                {number: result.shares for number, result in deals.items()},
            )
            for level, other in pairs
            if (deals := self._deals(level, other)) and len(deals) * self.seats >= FEW_GAMES
        ]
        return ratings(meetings, ANCHOR) if ANCHOR in self.levels else {}

    def solo(self, level: str) -> Estimate | None:
        """The lowest colour alone."""
        return lowest(self.results.of(Fixture.usual(self.game, (level,), self.seed).key))

    def timing(self, level: str) -> Timing | None:
        return self.results.timings.get((self.game, self.seats, label(bot_of(level)), str(work_of(level))))

    def _deals(self, level: str, other: str) -> dict[int, DealResult]:
        return self.results.of(duel(self.game, self.seats, level, other, self.seed).key)
