"""What a match says about its bots, with intervals that are honest about luck.

The games of one deal share their tiles, so the unit is the deal with all its rotations.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

from axio.bots import label

from .match import Match, Played

Interval: TypeAlias = tuple[float, float]

Z = 1.959964  # 95 %
FEW = 10  # deals; below, their spread is too rough a guess


@dataclass(frozen=True, slots=True)
class BotStanding:
    """One bot's result: its share of the wins (a shared win is shared), and its lowest colour on average."""

    bot: str
    win_share: float
    interval: Interval
    mean_low: float
    low_interval: Interval
    ms_per_move: float

    def as_data(self) -> dict[str, object]:
        """The standing as JSON-ready data."""
        return {
            "bot": self.bot,
            "win_share": self.win_share,
            "interval": list(self.interval),
            "mean_low": self.mean_low,
            "ms_per_move": self.ms_per_move,
        }


def standings(match: Match, games: Iterable[Played]) -> tuple[BotStanding, ...]:
    """Every bot's result, in the order they were named."""
    played = list(games)
    return tuple(_standing(match, index, played) for index in range(match.seats))


def _standing(match: Match, index: int, games: Sequence[Played]) -> BotStanding:
    wins: dict[int, list[float]] = defaultdict(list)
    lows: dict[int, list[float]] = defaultdict(list)
    seconds, turns = 0.0, 0
    for game in games:
        seat = game.seating.index(index)
        wins[game.deal].append(game.shares[index])
        lows[game.deal].append(game.bot_lows[index])
        seconds += game.seconds[seat]
        turns += game.turns[seat]
    shares, scores = list(wins.values()), list(lows.values())
    return BotStanding(
        bot=label(match.bots[index]),
        win_share=mean(shares),
        interval=share_interval(shares) if match.seats > 1 else (1.0, 1.0),
        mean_low=mean(scores),
        low_interval=(max(0.0, interval(scores)[0]), interval(scores)[1]),
        ms_per_move=1000 * seconds / max(turns, 1),
    )


def mean(units: Sequence[Sequence[float]]) -> float:
    """The mean of all values, whatever unit they belong to."""
    return sum(map(sum, units)) / sum(map(len, units))


def interval(units: Sequence[Sequence[float]]) -> Interval:
    """95 % around the mean, by the spread of the units; the last one may be smaller than the others."""
    middle, count = mean(units), len(units)
    if count < 2:
        return float("-inf"), float("inf")
    total = sum(map(len, units))
    spread = sum((sum(unit) - len(unit) * middle) ** 2 for unit in units)
    half = student(count - 1) * sqrt(spread * count / (count - 1)) / total
    return middle - half, middle + half


def controlled(units: Sequence[float], luck: Sequence[float]) -> tuple[float, Interval]:
    """The mean of the units and 95 % around it, with as much of them taken off as luck explains. Luck is 0 on
    average by its making, so the mean stays right, and the interval is narrower where luck explains much."""
    count = len(units)
    middle, chance = sum(units) / count, sum(luck) / count
    spread = sum((value - chance) ** 2 for value in luck)
    joint = sum((y - middle) * (x - chance) for y, x in zip(units, luck, strict=True))
    slope = joint / spread if spread else 0.0
    rest = sum((y - middle - slope * (x - chance)) ** 2 for y, x in zip(units, luck, strict=True))
    value = middle - slope * chance
    half = student(count - 2) * sqrt(rest / (count - 2) * (1 / count + (chance**2 / spread if spread else 0)))
    return value, (value - half, value + half)


def share_interval(units: Sequence[Sequence[float]]) -> Interval:
    """95 % around a share. Few units, or units all alike, say little of the spread: then by Wilson's formula,
    which takes every unit for a single toss and so errs on the wide side."""
    share = mean(units)
    low, high = interval(units)
    if len(units) < FEW or low == high:
        low, high = wilson(share, len(units))
    return max(min(low, share), 0.0), min(max(high, share), 1.0)


def wilson(share: float, count: int) -> Interval:
    """Wilson's score interval, 95 %."""
    centre = share + Z * Z / (2 * count)
    half = Z * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    return (centre - half) / (1 + Z * Z / count), (centre + half) / (1 + Z * Z / count)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t: an expansion around the normal, exact to a thousandth from 5 on."""
    if freedom < 5:
        return (12.7062, 4.3027, 3.1824, 2.7764)[freedom - 1]
    z, n = Z, freedom
    first = (z**3 + z) / (4 * n)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    return z + first + second + third + fourth
