"""A state while one move changes it: the only thing in the rules that is ever mutable."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .draws import draw_index
from .events import Axio, Event, GameEnded, PyramidPlaced, Scored, TilePlaced, TilesDrawn
from .moves import Place
from .outcome import Outcome, ranked
from .scoring import Gain, score
from .tiles import Tile, canonical, in_order, without

if TYPE_CHECKING:
    from .state import State


class Draft:
    """The parts of a state, free to change until the move is done."""

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

    def tell(self, kind: Callable[..., Event], *facts: object) -> None:
        """What happened, for whoever listens. Here nobody does: most moves are made by searches."""

    @property
    def rack(self) -> tuple[Tile, ...]:
        """The rack of the seat whose turn it is."""
        return self.racks[self.seat]

    @property
    def next_seat(self) -> int:
        return (self.seat + 1) % self.game.seats

    def has_room(self, seat: int) -> bool:
        """Whether there is a spot this seat could place a tile on."""
        return self.board.has_room(self.placed[seat] == 0)

    def draw(self) -> Tile:
        """One tile out of the bag."""
        bag = self.bag
        index = draw_index(self.key, self.drawn, len(bag))
        self.bag = bag[:index] + bag[index + 1 :]
        self.drawn += 1
        return bag[index]

    def draw_to_rack(self, seat: int, count: int) -> None:
        """Tiles from the bag to a rack, as many as there are."""
        if count > len(self.bag):
            count = len(self.bag)
        self.add_to_rack(seat, tuple([self.draw() for _ in range(count)]))

    def add_to_rack(self, seat: int, tiles: tuple[Tile, ...]) -> None:
        if tiles:
            self.racks[seat] += tiles
            self.tell(TilesDrawn, seat, tiles)

    def put_back(self, tiles: tuple[Tile, ...]) -> None:
        self.bag = in_order(self.bag + tiles)

    def lay(self, place: Place) -> int:
        """Lay a tile from the rack and score it. The number of tracks that came to a stop."""
        seat = self.seat
        self.racks[seat] = without(self.racks[seat], canonical(place.marks))
        self.tell(TilePlaced, seat, place, self.owed > 0)
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
                self.tell(PyramidPlaced, self.seat, pyramid.at, pyramid.taken_from)
            self.tell(Scored, self.seat, sight, before, after)
            if after in self.game.stops and before != after:
                reached.append(sight.colour)
        for colour in reached:
            self.tell(Axio, self.seat, colour, self.game.bonus)
        return len(reached)

    def end(self, ending: str) -> None:
        self.ending = ending
        self.owed = 0
        self.tell(GameEnded, Outcome(ranked(self.tracks), ending))


class ToldDraft(Draft):
    """A draft that keeps what it is told."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.events: list[Event] = []

    def tell(self, kind: Callable[..., Event], *facts: object) -> None:
        self.events.append(kind(*facts))
