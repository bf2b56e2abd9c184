"""What one seat (or a spectator) may know, and the worlds it cannot tell apart from the real one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from .errors import Malformed
from .moves import Move
from .position import LegalMoves, Position
from .supply import serves
from .tiles import Tile, canonical, in_order

if TYPE_CHECKING:
    from .state import State


@dataclass(frozen=True, slots=True)
class Observation(Position):
    """A position with the viewer's own rack and the numbers of all other tiles; no viewer is a spectator."""

    viewer: int | None
    rack: tuple[Tile, ...]
    rack_sizes: tuple[int, ...]
    stack_sizes: tuple[int, ...]
    bag_size: int

    @property
    def legal_moves(self) -> Sequence[Move]:
        """The viewer's moves; none while it is another's turn."""
        return LegalMoves(self, self.rack) if self.viewer == self.seat else ()

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles the viewer has not seen, in canonical order: in racks, stacks and the bag."""
        seen = Counter(canonical(place.marks) for place in self.board.tiles) + Counter(self.rack)
        return tuple((Counter(self.game.tiles) - seen).elements())  # in the order of the game's own tiles

    def sample(self, key: bytes | str | int) -> State:
        """A state this viewer cannot tell from the real one, all equally likely, with draws of its own."""
        from .state import State  # a state makes observations, an observation makes states

        random = Random(key)
        unseen = list(self.unseen)
        random.shuffle(unseen)
        racks = self._deal_racks(unseen, random)
        stacks = tuple(_take(unseen, size) for size in self.stack_sizes)
        return State(
            self.game,
            self.board,
            self.tracks,
            self.placed,
            self.seat,
            self.owed,
            self.asked,
            self.ending,
            racks,
            stacks,
            in_order(unseen),
            random.randbytes(32),
            0,
        )

    def _deal_racks(self, unseen: list[Tile], random: Random) -> tuple[tuple[Tile, ...], ...]:
        """Racks off the end of shuffled tiles; a seat that is asked to exchange shows what it cannot hold."""
        racks: dict[int, tuple[Tile, ...]] = {}
        if self.viewer is not None:
            racks[self.viewer] = self.rack
        if self.asked and self.seat not in racks:
            racks[self.seat] = self._useless_rack(unseen, random)
        for seat, size in enumerate(self.rack_sizes):
            if seat not in racks:
                racks[seat] = _take(unseen, size)
        return tuple(racks[seat] for seat in range(self.game.seats))

    def _useless_rack(self, unseen: list[Tile], random: Random) -> tuple[Tile, ...]:
        """A rack without the seat's lowest colours: the question itself has told everyone so."""
        tracks, colours = self.tracks[self.seat], self.game.colours
        fitting = [i for i, tile in enumerate(unseen) if not serves((tile,), tracks, colours)]
        size = self.rack_sizes[self.seat]
        if len(fitting) < size:
            raise Malformed("no world fits: whoever is asked holds no tile with a lowest colour")
        chosen = random.sample(fitting, size)  # by chance: the order of what is left must tell nothing
        rack = tuple(unseen[index] for index in chosen)
        for index in sorted(chosen, reverse=True):
            del unseen[index]
        return rack


def _take(tiles: list[Tile], size: int) -> tuple[Tile, ...]:
    """The last `size` tiles, taken away."""
    taken = tuple(tiles[len(tiles) - size :])
    del tiles[len(tiles) - size :]
    return taken
