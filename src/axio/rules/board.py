"""A board of cells with dominoes, printed spaces and pyramids on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .cells import Cell
from .errors import IllegalMove
from .grid import Grid, Ray, Spot
from .laying import Laid, Prospect, Pyramid, Sight
from .masks import nth, picked
from .moves import Place
from .prospects import PYRAMID, domino_prospects, run
from .tiles import EMPTY, Colour, Marks


@dataclass(frozen=True, slots=True)
class DominoBoard:
    """Marks cell by cell, the spots still open, the spots with a tile, the pyramids from the oldest."""

    grid: Grid = field(repr=False)
    stock: int  # pyramids in the box; without any, isolated spaces stay as they are
    marks: str  # per cell its colour, or that it is empty or has a pyramid
    open: int = field(repr=False)  # spots with both cells empty, as a mask
    laid: int = field(repr=False)  # spots with a tile, as a mask
    raised: tuple[int, ...] = ()

    @classmethod
    def empty(cls, grid: Grid, pyramids: int = 0) -> DominoBoard:
        return cls(grid, pyramids, grid.marks, (1 << len(grid.spots)) - 1, 0)

    @property
    def tiles(self) -> tuple[Place, ...]:
        """The tiles on the board, by cell."""
        return tuple(map(self._tile, picked(self.grid.spots, self.laid)))

    @property
    def pyramids(self) -> tuple[Cell, ...]:
        return tuple(self.grid.cells[number] for number in self.raised)

    def spots(self, first: bool) -> tuple[Spot, ...]:
        return tuple(picked(self.grid.spots, self._room(first)))

    def numbers(self, first: bool) -> Iterator[int]:
        """The numbers of the spots."""
        return picked(range(len(self.grid.spots)), self._room(first))

    def has_room(self, first: bool) -> bool:
        return self._room(first) != 0

    def count(self, turned: Sequence[Marks], first: bool) -> int:
        return len(turned) * self._room(first).bit_count()

    def placements(self, turned: Sequence[Marks], first: bool) -> Iterator[Place]:
        spots = self.spots(first)
        return (Place(marks, spot.cells) for marks in turned for spot in spots)

    def nth(self, turned: Sequence[Marks], first: bool, index: int) -> Place:
        room = self._room(first)
        which, where = divmod(index, room.bit_count())
        return Place(turned[which], self.grid.spots[nth(room, where)].cells)

    def check(self, place: Place, first: bool) -> None:
        spot = self.grid.spot_at.get(place.at)
        if spot is None or not self.open >> spot.number & 1 or place.named:
            raise self._fault(place)
        if first:
            self._check_first(spot)

    def lay(self, place: Place) -> Laid:
        spot = self.grid.spot_at[place.at]
        sights = tuple(
            [
                Sight(colour, spot.cells[end], end, lines)
                for end, colour in enumerate(place.marks)
                if (lines := self._lines(spot.rays[end], colour))
            ]
        )
        board = self._with_tile(spot, place.marks)
        if not self.stock:
            return Laid(board, sights)
        pyramids = []
        for number in spot.beside:
            if board._isolated(number):
                board, pyramid = board._raise(number)
                pyramids.append(pyramid)
        return Laid(board, sights, tuple(pyramids))

    def prospects(self, first: bool) -> tuple[Prospect, ...]:
        return domino_prospects(self.grid, self.marks, self.spots(first), pyramids=self.stock > 0)

    def restored(self, tiles: Sequence[Place], pyramids: Sequence[Cell]) -> DominoBoard:
        """This board with tiles and pyramids as they lay before, nothing scored."""
        board = self
        for place in tiles:
            board.check(place, first=False)
            board = board._with_tile(self.grid.spot_at[place.at], place.marks)
        for cell in pyramids:
            if cell not in self.grid.number:
                raise IllegalMove("off_board", cell=cell)
            number = self.grid.number[cell]
            if not board._isolated(number):
                raise IllegalMove("occupied", cell=cell)
            board = board._raise(number)[0]
        return board

    def _tile(self, spot: Spot) -> Place:
        return Place(self.marks[spot.ends[0]] + self.marks[spot.ends[1]], spot.cells)

    def _lines(self, rays: tuple[Ray, ...], colour: Colour) -> tuple[tuple[Cell, ...], ...]:
        """The cells that match along each ray, where there are any."""
        marks, cells = self.marks, self.grid.cells
        runs = [ray[: run(marks, ray, colour)] for ray in rays if marks[ray[0]] == colour]
        return tuple([tuple([cells[number] for number in line]) for line in runs])

    def _with_tile(self, spot: Spot, colours: Marks) -> DominoBoard:
        a, b = spot.ends  # a is the smaller number
        marks = self.marks
        marks = f"{marks[:a]}{colours[0]}{marks[a + 1 : b]}{colours[1]}{marks[b + 1 :]}"
        open_ = self.open & self.grid.apart[spot.number]
        return DominoBoard(self.grid, self.stock, marks, open_, self.laid | 1 << spot.number, self.raised)

    def _isolated(self, number: int) -> bool:
        marks = self.marks
        return marks[number] == EMPTY and all(marks[near] != EMPTY for near in self.grid.neighbours[number])

    def _raise(self, number: int) -> tuple[DominoBoard, Pyramid]:
        """A pyramid on an isolated space; the oldest moves when the box is empty, its space stays dead."""
        oldest = self.raised[:1] if len(self.raised) == self.stock else ()
        marks = list(self.marks)
        for old in oldest:
            marks[old] = EMPTY
        marks[number] = PYRAMID
        raised = (*self.raised[len(oldest) :], number)
        board = DominoBoard(self.grid, self.stock, "".join(marks), self.open, self.laid, raised)
        taken_from = self.grid.cells[oldest[0]] if oldest else None
        return board, Pyramid(self.grid.cells[number], self._symbols_around(number), taken_from)

    def _symbols_around(self, number: int) -> tuple[Sight, ...]:
        cell, cells = self.grid.cells[number], self.grid.cells
        near = self.grid.neighbours[number]
        colours = dict.fromkeys(self.marks[each] for each in near)
        return tuple(
            Sight(colour, cell, 0, tuple((cells[each],) for each in near if self.marks[each] == colour))
            for colour in colours
        )

    def _room(self, first: bool) -> int:
        """The spots for a tile. A first one lies beside a printed space, and beside none that has a tile."""
        if not first:
            return self.open
        free = claimed = 0
        for touching in self.grid.touching.values():
            if touching & self.laid:
                claimed |= touching
            else:
                free |= touching
        return self.open & free & ~claimed

    def _check_first(self, spot: Spot) -> None:
        if not spot.printed:
            raise IllegalMove("first_touch")
        for printed in spot.printed:
            if self.grid.touching[printed] & self.laid:
                raise IllegalMove("first_claimed", cell=self.grid.cells[printed])

    def _fault(self, place: Place) -> IllegalMove:
        grid = self.grid
        if len(place.at) != 2 or place.named:
            return IllegalMove("wrong_shape", move=place, example="Re4-Bf4")
        for cell in place.at:
            if cell not in grid.number:
                return IllegalMove("off_board", cell=cell)
            if cell in grid.printed:
                return IllegalMove("printed", cell=cell)
            if self.marks[grid.number[cell]] != EMPTY:
                return IllegalMove("occupied", cell=cell)
        return IllegalMove("not_adjacent", first=place.at[0], second=place.at[1])
