"""Where everybody stands at one game with so many seats, out of all results."""

from __future__ import annotations

from dataclasses import dataclass

from axio.arena.rating import Meeting, Rating, ratings
from axio.bots import label

from .fixtures import Fixture, duel
from .levels import ANCHOR, bot_of, levels_of, work_of
from .reading import Figure, lowest, share
from .results import Pace, Results, Tally


@dataclass(frozen=True)
class Section:
    """One game with one number of seats."""

    results: Results
    game: str
    seats: int
    seed: str

    @property
    def levels(self) -> tuple[str, ...]:
        return levels_of(self.game)

    def share(self, level: str, other: str) -> Figure | None:
        """What one of a level wins against others of another. Two seats: either way round."""
        found = share(self._deals(level, other))
        if found is None and self.seats == 2 and (back := share(self._deals(other, level))):
            low, high = back.interval
            return Figure(1 - back.value, (1 - high, 1 - low), back.games)
        return found

    def ratings(self) -> dict[str, Rating]:
        """Elo by level, for those who met."""
        pairs = [(a, b) for a in self.levels for b in self.levels if a != b]
        meetings = [
            Meeting(
                (level, *[other] * (self.seats - 1)),
                {number: tally.shares for number, tally in deals.items()},
            )
            for level, other in pairs
            if (deals := self._deals(level, other))
        ]
        return ratings(meetings, ANCHOR) if ANCHOR in self.levels else {}

    def solo(self, level: str) -> Figure | None:
        """The lowest colour alone."""
        return lowest(self.results.of(Fixture.usual(self.game, (level,), self.seed).key))

    def pace(self, level: str) -> Pace | None:
        return self.results.paces.get((self.game, self.seats, label(bot_of(level)), str(work_of(level))))

    def _deals(self, level: str, other: str) -> dict[int, Tally]:
        return self.results.of(duel(self.game, self.seats, level, other, self.seed).key)
