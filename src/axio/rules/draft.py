"""A state while one move changes it: the only thing in the rules that is ever mutable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .draws import draw
from .events import Axio, Event, GameEnded, PyramidPlaced, Scored, TilePlaced, TilesDrawn
from .moves import Place
from .outcome import Outcome, ranked
from .scoring import Gain, score
from .tiles import Tile, canonical, in_order, without

if TYPE_CHECKING:
    from .state import State


class Draft:
    """The parts of a state, free to change, and the events so far. `state()` makes it fast again."""

    def __init__(self, state: State) -> None:
        self.game = state.game
        self.board = state.board
        self.tracks = list(state.tracks)
        self.placed = list(state.placed)
        self.seat = state.seat
        self.owed = state.owed
        self.asked = state.asked
        self.ending = state.ending
        self.racks = list(state.racks)
        self.stacks = list(state.stacks)
        self.bag = state.bag
        self.key = state.key
        self.drawn = state.drawn
        self.events: list[Event] = []

    @property
    def rack(self) -> tuple[Tile, ...]:
        """The rack of the seat whose turn it is."""
        return self.racks[self.seat]

    def draw(self) -> Tile:
        """One tile out of the bag."""
        tile, self.bag = draw(self.key, self.drawn, self.bag)
        self.drawn += 1
        return tile

    def draw_to_rack(self, seat: int, count: int) -> None:
        """Tiles from the bag to a rack, as many as there are."""
        drawn = tuple(self.draw() for _ in range(min(count, len(self.bag))))
        self.add_to_rack(seat, drawn)

    def add_to_rack(self, seat: int, tiles: tuple[Tile, ...]) -> None:
        if tiles:
            self.racks[seat] += tiles
            self.events.append(TilesDrawn(seat, tiles))

    def put_back(self, tiles: tuple[Tile, ...]) -> None:
        self.bag = in_order(self.bag + tiles)

    def lay(self, place: Place) -> int:
        """Lay a tile from the rack and score it. The number of tracks that came to a stop."""
        seat = self.seat
        self.racks[seat] = without(self.racks[seat], canonical(place.marks))
        self.events.append(TilePlaced(seat, place, bonus=self.owed > 0))
        laid = self.board.lay(place)
        self.board = laid.board
        self.placed[seat] += 1
        self.tracks[seat], gains = score(self.game, self.tracks[seat], laid)
        return self._tell(gains)

    def _tell(self, gains: list[Gain]) -> int:
        """Events for every scoring step, then for every track that came to a stop."""
        raised = None
        reached = []
        for sight, before, after, pyramid in gains:
            if pyramid is not None and pyramid is not raised:
                raised = pyramid
                self.events.append(PyramidPlaced(self.seat, pyramid.at, pyramid.taken_from))
            self.events.append(
                Scored(
                    self.seat, sight.colour, sight.points, before, after, sight.at, sight.corner, sight.lines
                )
            )
            if after in self.game.stops and before != after:
                reached.append(sight.colour)
        self.events += [Axio(self.seat, colour, self.game.bonus) for colour in reached]
        return len(reached)

    def end(self, ending: str) -> None:
        self.ending = ending
        self.owed = 0
        self.events.append(GameEnded(Outcome(ranked(self.tracks), ending)))
