"""How good a placement is one move on: what it gains, what it keeps, what it leaves to the next player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from axio.rules import Observation, Place, State
from axio.rules.cells import Cell
from axio.rules.laying import Prospect
from axio.rules.tiles import EMPTY, Colour, Tile, canonical, distinct, orientations, without
from axio.rules.tracks import Tracks

from .placements import Curve, Placement, Worths, placements_of, tracks_after

WORLDS = 16  # racks the next player might hold
WON = 1000.0  # beyond what any tracks are worth
AXIO = 2.0  # about what another placement brings, good enough to choose which to look at
SCARCE = 0.5  # a second tile of a colour is worth this much of the first


class BestGains:
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


@dataclass(frozen=True, slots=True)
class EvaluatedPlacement:
    """One placement, and what speaks for and against it; all in worths of the curve."""

    place: Place
    tracks: Tracks
    gain: float  # on the tracks, bonus placements included
    kept: float  # in the tiles left
    left: float  # to the next player, shared among the rivals; alone it counts the other way


class PlacementEvaluator:
    """One seat's view of its placements. All of them meet the same sampled racks."""

    def __init__(self, view: Observation, curve: Curve, key: bytes) -> None:
        self.view, self.curve = view, curve
        self.game, self.seat = view.game, view.seat
        self.following = (view.seat + 1) % view.game.seats
        self.random = Random(key)
        self.world = view.sample(key)
        self.kinds, self.racks = self._sampled_racks()
        self._best_gains: dict[Tracks, BestGains] = {}

    def best_by_gain(self, count: int) -> list[Place]:
        """The placements with the most on the tracks; between equals the key decides."""
        found: dict[float, list[Placement]] = {}
        for gains, placements in placements_of(self.view).items():
            after = tracks_after(self.game, self.view.tracks[self.seat], gains)
            found.setdefault(self._quick_value(after), []).extend(placements)
        places: list[Place] = []
        for value in sorted(found, reverse=True):
            equal = found[value]
            wanted = min(count - len(places), len(equal))
            places += [placement.place for placement in self.random.sample(equal, wanted)]
        return places

    def evaluate(self, place: Place) -> EvaluatedPlacement:
        after = self.world.play(place).after
        tracks = after.tracks[self.seat]
        gain = self.curve.value(tracks) - self.curve.value(self.view.tracks[self.seat])
        if after.outcome is not None and self.game.seats > 1:
            won = self.seat in after.outcome.winners
            return EvaluatedPlacement(place, tracks, gain + (WON if won else -WON), 0.0, 0.0)
        rest = without(self.view.rack, canonical(place.marks))
        gain += self._bonus(after, rest)
        return EvaluatedPlacement(
            place, tracks, gain, service(rest, self.curve.worths(tracks)), self._left(after)
        )

    def _quick_value(self, after: Tracks) -> float:
        before = self.view.tracks[self.seat]
        reached = sum(a != b and a in self.game.stops for a, b in zip(after, before, strict=True))
        return self.curve.value(after) + (AXIO * reached if self.game.bonus else 0.0)

    def _bonus(self, after: State, rest: tuple[Tile, ...]) -> float:
        """What the placements owed can add: with the tiles left, or with tiles nobody has seen yet."""
        if not after.owed:
            return 0.0
        if not rest:
            return after.owed * self._expected_gain(after, self.seat)
        worths = self.curve.worths(after.tracks[self.seat])
        best = BestGains(distinct(rest), worths).best(after.board.prospects(after.first))
        return sum(sorted(best, reverse=True)[: after.owed])

    def _left(self, after: State) -> float:
        """What the next player can expect to gain: one rival of several. Alone one leaves it to oneself."""
        gain = self._expected_gain(after, self.following)
        return gain / (self.game.seats - 1) if self.game.seats > 1 else -gain

    def _expected_gain(self, after: State, seat: int) -> float:
        """What a seat's best tile would gain it, over the sampled racks."""
        tracks = after.tracks[seat]
        if tracks not in self._best_gains:
            self._best_gains[tracks] = BestGains(self.kinds, self.curve.worths(tracks))
        best = self._best_gains[tracks].best(after.board.prospects(after.placed[seat] == 0))
        return expected(best, self.racks)

    def _sampled_racks(self) -> tuple[tuple[Tile, ...], list[list[int]]]:
        """The kinds of tiles the next player might hold, and racks of them."""
        unseen = self.view.unseen
        size = min(max(self.view.rack_sizes[self.following], 1), len(unseen))
        racks = [self.random.sample(unseen, size) for _ in range(WORLDS)] if size else []
        kinds = distinct(tile for rack in racks for tile in rack)
        return kinds, [[kinds.index(tile) for tile in rack] for rack in racks]


def service(rack: Iterable[Tile], worths: Worths) -> float:
    """How well tiles serve the colours that need points: the first tile of a colour counts most."""
    tiles = tuple(rack)
    shown = {colour: sum(colour in tile for tile in tiles) for colour in worths}
    return sum(worths[colour][1] * (1 - SCARCE**count) for colour, count in shown.items())
