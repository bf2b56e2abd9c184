"""A match that stops as soon as it has said enough: the sequential probability ratio test, on pairs.

The unit is a deal played both ways round; its score is 0, ¼, ½, ¾ or 1. The likelihood ratio is the largest
likelihood of the pairs seen where the first bot is `high` Elo stronger, beside that where it is `low`
stronger, over all distributions of the five scores with that mean (the generalised test of chess engines).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log

from axio.rules import Malformed

from .match import Match, Played

ERROR = 0.05  # of either kind
BOUND = log((1 - ERROR) / ERROR)
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
FAINT = 1e-3  # pairs of a kind that was not seen
HALVINGS = 50


@dataclass
class Sprt:
    """Is the first of two bots `high` Elo stronger than the second, or no more than `low`?"""

    low: float
    high: float
    pairs: Counter[float] = field(default_factory=Counter)
    _open: dict[int, float] = field(default_factory=dict)  # deals played one way round

    def __post_init__(self) -> None:
        if not -1000 <= self.low < self.high <= 1000:
            told = f"{self.low:g},{self.high:g}"
            raise Malformed(f"{told} are no bounds of a test: expected two Elo differences, the lower first")

    @classmethod
    def read(cls, text: str, match: Match) -> Sprt:
        """The test a text such as `0,50` asks for."""
        if match.seats != 2:
            raise Malformed(f"a sequential test is for two bots: expected 2 seats, not {match.seats}")
        try:
            low, high = map(float, text.split(","))
        except ValueError:
            raise Malformed(
                f"{text[:40]!r} are no bounds of a test: expected two Elo differences, as in 0,50"
            ) from None
        return cls(low, high)

    def add(self, played: Played) -> None:
        """Count a game; the second of a deal completes its pair."""
        share = played.shares[0] / 2
        if played.deal in self._open:
            self.pairs[self._open.pop(played.deal) + share] += 1
        else:
            self._open[played.deal] = share

    @property
    def ratio(self) -> float:
        """The logarithm of the likelihood ratio: positive speaks for `high`."""
        counts = [max(float(self.pairs[score]), FAINT) for score in SCORES]
        return _deviation(counts, expected(self.low)) - _deviation(counts, expected(self.high))

    @property
    def verdict(self) -> float | None:
        """The Elo difference found true, of the two; None while that is open."""
        ratio = self.ratio
        if abs(ratio) < BOUND:
            return None
        return self.high if ratio > 0 else self.low

    def as_data(self) -> dict[str, object]:
        """The test as JSON-ready data."""
        return {
            "elo": [self.low, self.high],
            "pairs": self.pairs.total(),
            "log_ratio": self.ratio,
            "accepted": self.verdict,
        }

    def __str__(self) -> str:
        told = f"after {self.pairs.total()} pairs, log ratio {self.ratio:.2f} (bounds ±{BOUND:.2f})"
        if self.verdict is None:
            return f"Sequential test: open {told}."
        side = "at least" if self.verdict == self.high else "at most"
        return f"Sequential test: decided {told}: {side} {self.verdict:+g} Elo, error 5 %."


def expected(elo: float) -> float:
    """The share of the wins that an Elo difference promises."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def _deviation(counts: Sequence[float], mean: float) -> float:
    """How much less likely, in logarithms, the counts are where their mean has to be this."""
    # Most likely are n / (N (1 + t (score - mean))) with the t that makes their mean right; between the poles
    # the left side falls from plus to minus infinity, so halving finds it.
    apart = [score - mean for score in SCORES]
    low, high = -1 / apart[-1], -1 / apart[0]
    for _ in range(HALVINGS):
        t = (low + high) / 2
        slope = sum(n * a / (1 + t * a) for n, a in zip(counts, apart, strict=True))
        low, high = (t, high) if slope > 0 else (low, t)
    return sum(n * log(1 + t * a) for n, a in zip(counts, apart, strict=True))
