"""A display of square tiles that grows without bound; corners meet in circles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from .cells import Cell
from .errors import IllegalMove
from .laying import Laid, Prospect, Sight
from .moves import Place
from .tiles import EMPTY, Colour, Marks

# Corners go clockwise from the top left; this is where each lies, from the tile's own bottom left point.
_CORNERS = ((0, 1), (1, 1), (1, 0), (0, 0))
_SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
_DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def _circle(corner: int) -> tuple[tuple[tuple[int, int], int], ...]:
    """The other corners at this corner's point: the offset of each one's tile, and which corner it is."""
    px, py = _CORNERS[corner]
    return tuple(((px - x, py - y), other) for other, (x, y) in enumerate(_CORNERS) if other != corner)


CIRCLES = tuple(_circle(corner) for corner in range(4))


_MEETING = tuple(tuple(step for step, _ in circle) for circle in CIRCLES)  # where the tiles at a corner lie


class Square(NamedTuple):
    """An empty square at the display's edge, and which of its corners meet others."""

    cells: tuple[Cell]
    company: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Display:
    """Tiles by cell. The edge follows from them: the empty squares that share a side with a tile."""

    colours: str
    laid: Mapping[Cell, Marks]
    edge: Mapping[Cell, tuple[bool, ...]] = field(repr=False, compare=False)

    @classmethod
    def of(cls, colours: str, laid: Mapping[Cell, Marks]) -> Display:
        edge = {cell + side for cell in laid for side in _SIDES} - set(laid)
        return cls(colours, dict(laid), {cell: _company(cell, laid) for cell in edge})

    def __hash__(self) -> int:
        return hash(frozenset(self.laid.items()))

    @property
    def tiles(self) -> tuple[Place, ...]:
        return tuple(Place(marks, (cell,)) for cell, marks in sorted(self.laid.items()))

    @property
    def pyramids(self) -> tuple[Cell, ...]:
        return ()

    def spots(self, first: bool) -> tuple[Square, ...]:
        return tuple(Square((cell,), company) for cell, company in sorted(self.edge.items()))

    def has_room(self, first: bool) -> bool:
        return True

    def count(self, turned: Sequence[Marks], first: bool) -> int:
        return sum(self._count(marks) for marks in turned)

    def placements(self, turned: Sequence[Marks], first: bool) -> Iterator[Place]:
        spots = self.spots(first)
        for marks in turned:
            blank = marks.find(EMPTY)
            for spot in spots:
                if blank >= 0 and spot.company[blank]:
                    for colour in self.colours:
                        yield Place(marks, spot.cells, colour)
                else:
                    yield Place(marks, spot.cells)

    def nth(self, turned: Sequence[Marks], first: bool, index: int) -> Place:
        for marks in turned:
            count = self._count(marks)
            if index < count:
                return next(islice(self.placements((marks,), first), index, None))
            index -= count
        raise IndexError(index)

    def check(self, place: Place, first: bool) -> None:
        if len(place.at) != 1:
            raise IllegalMove("wrong_shape", move=place, example="RG.P@2,-1")
        x, y = cell = place.at[0]
        if cell in self.laid:
            raise IllegalMove("occupied", cell=f"{x},{y}")
        if cell not in self.edge:
            raise IllegalMove("not_connected", cell=f"{x},{y}")
        blank = place.marks.find(EMPTY)
        naming = blank >= 0 and self.edge[cell][blank]
        if naming and place.named is None:
            raise IllegalMove("name_missing", move=place)
        if not naming and place.named is not None:
            raise IllegalMove("name_needless", move=Place(place.marks, place.at))
        if place.named is not None and place.named not in self.colours:
            raise IllegalMove("unknown_colour", colour=place.named, colours=" ".join(self.colours))

    def lay(self, place: Place) -> Laid:
        cell = place.at[0]
        coloured = [place.named if mark == EMPTY else mark for mark in place.marks]
        sights = tuple(
            Sight(colour, cell, corner, lines)
            for corner, colour in enumerate(coloured)
            if colour and (lines := self._lines(cell, corner, colour))
        )
        return Laid(self._with_tile(cell, place.marks), sights)

    def prospects(self, first: bool) -> tuple[Prospect, ...]:
        return tuple(
            Prospect(spot.cells, tuple(self._seen(spot.cells[0], c) for c in range(4)), spot.company)
            for spot in self.spots(first)
        )

    def restored(self, tiles: Sequence[Place], pyramids: Sequence[Cell]) -> Display:
        """A display with these tiles and no others, nothing scored."""
        laid: dict[Cell, Marks] = {}
        for place in tiles:
            if len(place.at) != 1 or place.named:
                raise IllegalMove("wrong_shape", move=place, example="RG.P@2,-1")
            if place.at[0] in laid:
                raise IllegalMove("occupied", cell=",".join(map(str, place.at[0])))
            laid[place.at[0]] = place.marks
        for x, y in _apart(laid):
            raise IllegalMove("not_connected", cell=f"{x},{y}")
        return Display.of(self.colours, laid)

    def _count(self, marks: Marks) -> int:
        blank = marks.find(EMPTY)
        if blank < 0:
            return len(self.edge)
        naming = sum([company[blank] for company in self.edge.values()])
        return len(self.edge) + naming * (len(self.colours) - 1)

    def _lines(self, cell: Cell, corner: int, colour: Colour) -> tuple[tuple[Cell, ...], ...]:
        laid, (x, y) = self.laid, cell
        matching = tuple(
            [
                Cell(x + dx, y + dy)
                for (dx, dy), other in CIRCLES[corner]
                if (marks := laid.get((x + dx, y + dy))) is not None and marks[other] == colour  # type: ignore[call-overload]  # equal
            ]
        )
        return (matching,) if matching else ()

    def _seen(self, cell: Cell, corner: int) -> dict[Colour, int]:
        """How often each colour stands in the circle at a corner."""
        seen: dict[Colour, int] = {}
        for step, other in CIRCLES[corner]:
            colour = self.laid.get(cell + step, EMPTY * 4)[other]
            if colour != EMPTY:
                seen[colour] = seen.get(colour, 0) + 1
        return seen

    def _with_tile(self, cell: Cell, marks: Marks) -> Display:
        laid = {**self.laid, cell: marks}
        edge = dict(self.edge)
        edge.pop(cell, None)
        for step in _SIDES:
            if (near := cell + step) not in laid:
                edge[near] = _company(near, laid)
        for step in _DIAGONALS:
            if (near := cell + step) in edge:
                edge[near] = _company(near, laid)
        return Display(self.colours, laid, edge)


def _apart(laid: Mapping[Cell, Marks]) -> list[Cell]:
    """The tiles that no way from side to side connects with the first."""
    left = set(laid)
    reached = sorted(left)[:1]
    while reached:
        cell = reached.pop()
        left.discard(cell)
        reached += [cell + side for side in _SIDES if cell + side in left]
    return sorted(left)


def _company(cell: Cell, laid: Mapping[Cell, Marks]) -> tuple[bool, ...]:
    """Per corner of an empty square, whether another corner meets it."""
    x, y = cell
    met = {step for step in (*_SIDES, *_DIAGONALS) if (x + step[0], y + step[1]) in laid}
    return tuple([not met.isdisjoint(steps) for steps in _MEETING])
