"""A board for dominoes: what lies where, found by looking at every cell."""

from dataclasses import dataclass

from .area import Area, Cell, move
from .track import Points

PYRAMIDS = 20


@dataclass(frozen=True)
class Placement:
    """Two halves, the smaller cell first."""

    cells: tuple[Cell, Cell]
    colours: str


class Board:
    def __init__(self, area: Area) -> None:
        self.area = area
        self.around = {cell: area.neighbours(cell) for cell in area.cells}
        self.shown = dict(area.printed)  # every symbol, printed or on a tile
        self.tiled: set[Cell] = set()
        self.pyramids: list[Cell] = []  # oldest first
        self.dead: list[Cell] = []

    def put(self, placement: Placement) -> None:
        for cell, colour in zip(placement.cells, placement.colours, strict=True):
            self.shown[cell] = colour
            self.tiled.add(cell)

    def take_back(self, placement: Placement) -> None:
        for cell in placement.cells:
            del self.shown[cell]
            self.tiled.remove(cell)

    def empties(self) -> list[Cell]:
        taken = {*self.shown, *self.pyramids, *self.dead}
        return [cell for cell in self.area.cells if cell not in taken]

    def free_pairs(self) -> list[tuple[Cell, Cell]]:
        free = set(self.empties())
        return [(one, two) for one in free for two in self.around[one] if two in free and one < two]

    def opening_pairs(self) -> list[tuple[Cell, Cell]]:
        return [pair for pair in self.free_pairs() if self.is_opening(pair)]

    def is_opening(self, pair: tuple[Cell, Cell]) -> bool:
        touched = [near for cell in pair for near in self.around[cell] if near in self.area.printed]
        taken = [printed for printed in touched if any(side in self.tiled for side in self.around[printed])]
        return bool(touched) and not taken

    def run(self, start: Cell, step: Cell, colour: str) -> int:
        length = 0
        cell = move(start, step)
        while self.shown.get(cell) == colour:
            length += 1
            cell = move(cell, step)
        return length

    def half_points(self, cell: Cell, other: Cell, colour: str) -> Points:
        rays = [step for step in self.area.steps if move(cell, step) != other]
        return {colour: sum(self.run(cell, step, colour) for step in rays)}

    def halves(self, placement: Placement) -> list[Points]:
        """The scoring step of each half of a placed tile."""
        (one, two), colours = placement.cells, placement.colours
        return [self.half_points(one, two, colours[0]), self.half_points(two, one, colours[1])]

    def isolated(self) -> list[Cell]:
        """Empty spaces without an empty side, by column, then row."""
        free = self.empties()
        return [cell for cell in free if all(side in self.shown for side in self.around[cell])]

    def pyramid_points(self, cell: Cell) -> Points:
        points: Points = {}
        for side in self.around[cell]:
            colour = self.shown[side]
            points[colour] = points.get(colour, 0) + 1
        return points

    def build_pyramids(self, cells: list[Cell]) -> None:
        for cell in cells:
            if len(self.pyramids) == PYRAMIDS:
                self.dead.append(self.pyramids.pop(0))
            self.pyramids.append(cell)
