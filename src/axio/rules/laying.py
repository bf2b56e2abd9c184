"""What laying a tile amounts to, on any board: the new board, what each mark sees, the pyramids raised."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from .cells import Cell
from .moves import Place
from .tiles import EMPTY, Colour, Marks

Step: TypeAlias = tuple[Colour, int]  # a colour, and the points one scoring step gives it


class Sight(NamedTuple):
    """What one mark (or pyramid) at a cell scores, if anything: its colour, the matching cells by line."""

    colour: Colour
    at: Cell
    corner: int  # which mark of the tile
    lines: tuple[tuple[Cell, ...], ...]

    @property
    def points(self) -> int:
        return sum([len(line) for line in self.lines])


class Pyramid(NamedTuple):
    """A pyramid raised on an isolated space, with the symbols around it; `taken_from` when none was left."""

    at: Cell
    sights: tuple[Sight, ...]
    taken_from: Cell | None = None


class Laid(NamedTuple):
    """The outcome of laying one tile."""

    board: Board
    sights: tuple[Sight, ...]
    pyramids: tuple[Pyramid, ...] = ()


class Raise(NamedTuple):
    """A pyramid that a tile would raise: the symbols there now, and the ends of the tile that add theirs."""

    at: Cell
    around: Marks
    ends: tuple[int, ...]


class Prospect(NamedTuple):
    """What any tile would score on a spot: per mark the points of each colour, and the pyramids it raises."""

    cells: tuple[Cell, ...]
    points: tuple[Mapping[Colour, int], ...]
    names: tuple[bool, ...]  # per mark: an empty corner here names a colour
    pyramids: tuple[Raise, ...] = ()

    def placements(self, marks: Marks, colours: str) -> Iterator[Place]:
        """The placements of a tile so turned on this spot."""
        blank = marks.find(EMPTY)
        if blank >= 0 and self.names[blank]:
            return (Place(marks, self.cells, colour) for colour in colours)
        return iter((Place(marks, self.cells),))

    def steps(self, place: Place) -> tuple[list[Step], list[Step]]:
        """The scoring steps of the marks, and those of the pyramids."""
        coloured = [place.named if mark == EMPTY else mark for mark in place.marks]
        marks = [
            (colour, seen[colour])
            for colour, seen in zip(coloured, self.points, strict=True)
            if colour is not None and colour in seen
        ]
        pyramids = []
        for raised in self.pyramids:
            symbols = raised.around + "".join(place.marks[end] for end in raised.ends)
            pyramids += [(colour, symbols.count(colour)) for colour in dict.fromkeys(symbols)]
        return marks, pyramids


class SpotLike(Protocol):
    """An oriented place where a tile can go."""

    @property
    def cells(self) -> tuple[Cell, ...]: ...


class Board(Protocol):
    """Where tiles lie. Immutable and hashable.

    `turned` are tiles in every way they may be turned; `first` asks for the places of a seat's first tile.
    """

    @property
    def tiles(self) -> tuple[Place, ...]: ...
    @property
    def pyramids(self) -> tuple[Cell, ...]: ...

    def check(self, place: Place, first: bool) -> None: ...
    def has_room(self, first: bool) -> bool: ...
    def spots(self, first: bool) -> Sequence[SpotLike]: ...
    def count(self, turned: Sequence[Marks], first: bool) -> int: ...
    def placements(self, turned: Sequence[Marks], first: bool) -> Iterator[Place]: ...
    def nth(self, turned: Sequence[Marks], first: bool, index: int) -> Place: ...
    def lay(self, place: Place) -> Laid: ...
    def prospects(self, first: bool) -> tuple[Prospect, ...]: ...
    def restored(self, tiles: Sequence[Place], pyramids: Sequence[Cell]) -> Board: ...
