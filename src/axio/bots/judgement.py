"""How a position looks one move on: what a placement gains, what it keeps, and what it leaves to the next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from axio.rules import Observation, Place, State
from axio.rules.tiles import Tile, canonical, distinct, without
from axio.rules.tracks import Tracks

from .curve import Curve, Worths
from .options import Option, options, tracks_after
from .outlook import Outlook, expected

WORLDS = 16  # racks the next player might hold
WON = 1000.0  # beyond what any tracks are worth
AXIO = 2.0  # about what another placement brings, good enough to choose whom to look at
SCARCE = 0.5  # a second tile of a colour is worth this much of the first


@dataclass(frozen=True, slots=True)
class Judged:
    """One placement, and what speaks for and against it; all in worths of the curve."""

    place: Place
    tracks: Tracks
    gain: float  # on the tracks, bonus placements included
    kept: float  # in the tiles left
    left: float  # to the next player, shared among the rivals; alone it counts the other way


class Judgement:
    """One seat's view of its placements. All of them meet the same sampled racks."""

    def __init__(self, view: Observation, curve: Curve, key: bytes) -> None:
        self.view, self.curve = view, curve
        self.game, self.seat = view.game, view.seat
        self.following = (view.seat + 1) % view.game.seats
        self.random = Random(key)
        self.world = view.sample(key)
        self.kinds, self.racks = self._sampled_racks()
        self._outlooks: dict[Tracks, Outlook] = {}

    def promising(self, count: int) -> list[Place]:
        """The placements with the most on the tracks; between equals the key decides."""
        found: dict[float, list[Option]] = {}
        for gains, placements in options(self.view).items():
            after = tracks_after(self.game, self.view.tracks[self.seat], gains)
            found.setdefault(self._glance(after), []).extend(placements)
        places: list[Place] = []
        for value in sorted(found, reverse=True):
            equal = found[value]
            wanted = min(count - len(places), len(equal))
            places += [option.place for option in self.random.sample(equal, wanted)]
        return places

    def judge(self, place: Place) -> Judged:
        after = self.world.play(place).after
        tracks = after.tracks[self.seat]
        gain = self.curve.value(tracks) - self.curve.value(self.view.tracks[self.seat])
        if after.outcome is not None and self.game.seats > 1:
            won = self.seat in after.outcome.winners
            return Judged(place, tracks, gain + (WON if won else -WON), 0.0, 0.0)
        rest = without(self.view.rack, canonical(place.marks))
        gain += self._bonus(after, rest)
        return Judged(place, tracks, gain, service(rest, self.curve.worths(tracks)), self._left(after))

    def _glance(self, after: Tracks) -> float:
        before = self.view.tracks[self.seat]
        reached = sum(a != b and a in self.game.stops for a, b in zip(after, before, strict=True))
        return self.curve.value(after) + (AXIO * reached if self.game.bonus else 0.0)

    def _bonus(self, after: State, rest: tuple[Tile, ...]) -> float:
        """What the placements owed can add: with the tiles left, or with tiles nobody has seen yet."""
        if not after.owed:
            return 0.0
        if not rest:
            return after.owed * self._hope(after, self.seat)
        worths = self.curve.worths(after.tracks[self.seat])
        best = Outlook(distinct(rest), worths).best(after.board.prospects(after.first))
        return sum(sorted(best, reverse=True)[: after.owed])

    def _left(self, after: State) -> float:
        """What the next player can hope for: one rival of several. Alone one leaves it to oneself."""
        hope = self._hope(after, self.following)
        return hope / (self.game.seats - 1) if self.game.seats > 1 else -hope

    def _hope(self, after: State, seat: int) -> float:
        """What a seat's best tile would gain it, over the sampled racks."""
        tracks = after.tracks[seat]
        if tracks not in self._outlooks:
            self._outlooks[tracks] = Outlook(self.kinds, self.curve.worths(tracks))
        best = self._outlooks[tracks].best(after.board.prospects(after.placed[seat] == 0))
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
