"""What a board offers: for each kind of tile, the most it could add to a seat's tracks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from axio.rules.cells import Cell
from axio.rules.laying import Prospect
from axio.rules.tiles import EMPTY, Colour, Tile, orientations

from .curve import Worths


class Outlook:
    """The best gain of every kind of tile for one seat. A spot that has not changed is not looked at again.

    Each mark and pyramid is valued by itself, so two marks of one colour come out a little high.
    """

    def __init__(self, kinds: Sequence[Tile], worths: Worths) -> None:
        self._worths = worths
        self._turned = [(kind, marks) for kind, tile in enumerate(kinds) for marks in orientations(tile)]
        self._nothing = [0.0] * len(kinds)
        self._known: dict[tuple[Cell, ...], tuple[Prospect, list[float]]] = {}

    def best(self, prospects: Iterable[Prospect]) -> list[float]:
        """Per kind, the most it could gain on any of these spots."""
        offering = [prospect for prospect in prospects if any(prospect.points) or prospect.pyramids]
        gains = [self._nothing, *map(self._gains, offering)]
        return [max(column) for column in zip(*gains, strict=True)]

    def _gains(self, prospect: Prospect) -> list[float]:
        known = self._known.get(prospect.cells)
        if known is not None and known[0] == prospect:
            return known[1]
        gains = self._computed(prospect)
        self._known[prospect.cells] = prospect, gains
        return gains

    def _computed(self, prospect: Prospect) -> list[float]:
        ends = [self._end(prospect, end) for end in range(len(prospect.points))]
        symbols = [symbol for raised in prospect.pyramids for symbol in raised.around]
        sure = sum([self._worths[symbol][1] for symbol in symbols])
        gains = self._nothing.copy()
        for kind, marks in self._turned:
            gain = sure
            for mark, end in zip(marks, ends, strict=False):
                if mark in end:
                    gain += end[mark]
            if gain > gains[kind]:
                gains[kind] = gain
        return gains

    def _end(self, prospect: Prospect, end: int) -> dict[Colour, float]:
        """Per colour, what a mark at this end of the spot gains. An empty corner is named as it pays best."""
        worths = self._worths
        found = {
            colour: worths[colour][min(points, len(worths[colour]) - 1)]
            for colour, points in prospect.points[end].items()
        }
        if prospect.names[end]:
            found[EMPTY] = max(found.values(), default=0.0)
        for raised in prospect.pyramids:
            if end in raised.ends:
                for colour in worths:
                    found[colour] = found.get(colour, 0.0) + worths[colour][1]
        return found


def expected(best: Sequence[float], racks: Sequence[Sequence[int]]) -> float:
    """The mean over racks, given as numbers of kinds, of what the best tile of each gains."""
    return sum([max([best[kind] for kind in rack]) for rack in racks]) / len(racks) if racks else 0.0
