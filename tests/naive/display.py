"""Rota's display: squares with a symbol, or nothing, in each corner."""

from .tiles import EMPTY, rotations
from .track import Points

Spot = tuple[int, int]  # x to the right, y up

# The four corners clockwise from top left, as the grid point they meet at, seen from the tile's own spot.
CORNERS = [(0, 1), (1, 1), (1, 0), (0, 0)]

# The opening square in the order of its draws, and which corner of each tile lies at the centre.
OPENING = [((0, 1), 2), ((1, 1), 3), ((1, 0), 0), ((0, 0), 1)]


class Display:
    def __init__(self) -> None:
        self.tiles: dict[Spot, str] = {}

    def open_with(self, drawn: list[str]) -> None:
        for tile, (spot, centre) in zip(drawn, OPENING, strict=True):
            turned = [way for way in rotations(tile) if way[centre] == EMPTY]
            self.tiles[spot] = turned[0] if turned else tile

    def free_spots(self) -> set[Spot]:
        sides = {near for spot in self.tiles for near in beside(spot)}
        return sides - set(self.tiles)

    def circle(self, spot: Spot, corner: int) -> list[str]:
        """The symbols of the other corners that meet at this corner of the spot."""
        point = point_of(spot, corner)
        found = []
        for other, (right, up) in enumerate(CORNERS):
            place = (point[0] - right, point[1] - up)
            if place != spot and place in self.tiles:
                found.append(self.tiles[place][other])
        return found

    def points(self, spot: Spot, corners: str, named: str) -> Points:
        """What a tile scores there, all corners together; its empty corner counts as the named colour."""
        points: Points = {}
        for corner, symbol in enumerate(corners):
            colour = named if symbol == EMPTY else symbol
            matches = self.circle(spot, corner).count(colour) if colour else 0
            points[colour] = points.get(colour, 0) + matches
        return points


def beside(spot: Spot) -> list[Spot]:
    x, y = spot
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def point_of(spot: Spot, corner: int) -> tuple[int, int]:
    return spot[0] + CORNERS[corner][0], spot[1] + CORNERS[corner][1]
