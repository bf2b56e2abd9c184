"""Positions that somebody sets up: tiles laid and lifted, tracks, racks, whose turn it is.

Nothing is scored. Every change gives a position from which a game can be played on, or says why it cannot.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from typing import TypeAlias

from .cells import Cell
from .errors import IllegalMove, Malformed
from .game import Game
from .laying import Board
from .moves import Move, Place
from .observation import Observation
from .position_text import (
    EVERYTHING,
    NOTHING,
    UNKNOWN,
    listed,
    opening_of,
    parse_position,
    position_text,
    public_fields,
)
from .state import State
from .tiles import Tile, canonical
from .tracks import Tracks

Known: TypeAlias = State | Observation
Rack: TypeAlias = tuple[Tile, ...] | None  # None: not known


def played(position: Known, move: Move) -> State:
    """The state after a move. What is not known before is dealt by chance that follows from the text."""
    if isinstance(position, Observation):
        mover_view(position)
    return some_state(position).play(move).after


def mover_view(position: Known) -> Observation:
    """What the seat to move knows of a position; Malformed where the position does not tell."""
    if position.over:
        raise Malformed("the game is over: expected a position in which a move is to be made")
    if isinstance(position, State):
        return position.observe(position.seat)
    if position.viewer != position.seat:
        raise Malformed(f"the rack of seat {position.seat} is not known: expected what whoever moves knows")
    return position


def known_to(position: Known, who: str) -> Known:
    """The position as a seat knows it, a spectator (`-`), or with everything known (`all`)."""
    state = some_state(position)
    if who == EVERYTHING:
        return state
    if who == NOTHING:
        return state.observe(None)
    if not who.isdecimal() or int(who) >= position.game.seats:
        raise Malformed(f"found {who[:20]!r}, expected a seat, `-` or `all`")
    return state.observe(int(who))


def some_state(position: Known) -> State:
    """The state, or for an observation one that fits it, always the same."""
    if isinstance(position, State):
        return position
    return position.sample(sha256(position_text(position).encode()).digest())


@dataclass(frozen=True, slots=True)
class SetUp:
    """A position while it is changed."""

    game: Game
    board: Board
    tracks: tuple[Tracks, ...]
    placed: tuple[int, ...]
    seat: int
    racks: tuple[Rack, ...]
    sizes: tuple[int, ...]  # of the racks

    @classmethod
    def of(cls, position: Known) -> SetUp:
        if isinstance(position, State):
            racks: tuple[Rack, ...] = position.racks
        else:
            seats = range(position.game.seats)
            racks = tuple(position.rack if seat == position.viewer else None for seat in seats)
        sizes = tuple(map(len, position.racks)) if isinstance(position, State) else position.rack_sizes
        return cls(
            position.game, position.board, position.tracks, position.placed, position.seat, racks, sizes
        )

    def lay(self, place: Place) -> SetUp:
        """A tile on the board, with the pyramids it raises; it counts for the seat that has placed least."""
        self.board.check(place, first=False)
        fewest = min(range(self.game.seats), key=lambda seat: self.placed[seat])
        return replace(self, board=self.board.lay(place).board, placed=_changed(self.placed, fewest, 1))

    def lift(self, cell: Cell) -> SetUp:
        """The tile on a cell taken off, and the pyramids that then stand on no isolated space."""
        left = tuple(place for place in self.board.tiles if cell not in place.at)
        if len(left) == len(self.board.tiles):
            raise Malformed(f"no tile lies on {cell.column},{cell.row}: expected a cell with one")
        pyramids: list[Cell] = []
        for each in self.board.pyramids:
            if _fits(self.game.board, left, [*pyramids, each]):
                pyramids.append(each)
        most = max(range(self.game.seats), key=lambda seat: self.placed[seat])
        board = self.game.board.restored(left, pyramids)
        return replace(self, board=board, placed=_changed(self.placed, most, -1))

    def with_rack(self, seat: int, rack: Rack) -> SetUp:
        """Another rack for a seat. One that becomes unknown keeps its size."""
        if seat not in range(self.game.seats):
            raise Malformed(f"there is no seat {seat}: expected 0 to {self.game.seats - 1}")
        racks = tuple(rack if at == seat else each for at, each in enumerate(self.racks))
        size = self.sizes[seat] if rack is None else len(rack)
        sizes = tuple(size if at == seat else each for at, each in enumerate(self.sizes))
        return replace(self, racks=racks, sizes=sizes)

    def position(self) -> Known:
        """The position, checked. Stacks are as high as the tiles that their seats have placed leave them."""
        known = [seat for seat, rack in enumerate(self.racks) if rack is not None]
        if 1 < len(known) < self.game.seats:
            raise Malformed("the racks of some seats are known: expected those of all, of one or of none")
        everything = len(known) == self.game.seats
        who = EVERYTHING if everything else str(known[0]) if known else NOTHING
        fields = public_fields(self.game, self.board, self.tracks, self.placed, str(self.seat))
        racks = "/".join(self._rack(seat) for seat in range(self.game.seats))
        return parse_position(";".join([*fields, racks, self._stacks(everything), who]))

    def _rack(self, seat: int) -> str:
        rack = self.racks[seat]
        if rack is not None:
            return listed(rack)
        return f"{UNKNOWN}{self.sizes[seat]}" if self.sizes[seat] else NOTHING

    def _stacks(self, everything: bool) -> str:
        opening = opening_of(self.game).stacks
        sizes = [max(0, len(stack) - self.placed[seat]) for seat, stack in enumerate(opening)]
        if not any(sizes):
            return NOTHING
        if not everything:
            return "/".join(f"{UNKNOWN}{size}" for size in sizes)
        hidden = self._hidden()
        return "/".join(listed([hidden.pop() for _ in range(min(size, len(hidden)))]) for size in sizes)

    def _hidden(self) -> list[Tile]:
        """The tiles neither on the board nor on a rack, in an order of chance that follows from the board."""
        seen = Counter(canonical(place.marks) for place in self.board.tiles)
        for rack in self.racks:
            seen.update(rack or ())
        hidden = list((Counter(self.game.tiles) - seen).elements())
        Random(listed(map(str, self.board.tiles))).shuffle(hidden)
        return hidden


def _changed(placed: tuple[int, ...], seat: int, by: int) -> tuple[int, ...]:
    return tuple(max(0, count + by) if at == seat else count for at, count in enumerate(placed))


def _fits(board: Board, tiles: tuple[Place, ...], pyramids: list[Cell]) -> bool:
    try:
        board.restored(tiles, pyramids)
    except IllegalMove:
        return False
    return True
