"""Polygons: the outline of several cells as one shape, moved inwards, with round corners."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from .markup import number

Point: TypeAlias = tuple[float, float]
Polygon: TypeAlias = Sequence[Point]


def union(polygons: Iterable[Polygon]) -> Polygon:
    """The outline around polygons that share whole sides exactly and all run the same way round; no holes."""
    sides: dict[tuple[Point, Point], None] = {}  # a dict, for its order
    for polygon in polygons:
        for _, start, end in _corners(polygon):
            if (end, start) in sides:
                del sides[end, start]  # two polygons meet here
            else:
                sides[start, end] = None
    ways = dict(iter(sides))
    outline = [next(iter(ways))]
    while (end := ways[outline[-1]]) != outline[0]:
        outline.append(end)
    return _without_straight(outline)


def inset(polygon: Polygon, depth: float) -> Polygon:
    """Every side moved inwards by `depth`; outwards if it is negative. Clockwise on the screen."""
    moved = []
    for before, at, after in _corners(polygon):
        (ax, ay), (bx, by) = _inward(before, at), _inward(at, after)
        reach = depth / (1 + ax * bx + ay * by)
        moved.append((at[0] + (ax + bx) * reach, at[1] + (ay + by) * reach))
    return moved


def rounded(polygon: Polygon, radius: float) -> str:
    """Path data of a polygon whose corners are rounded, the inward ones too."""
    pieces = []
    for before, at, after in _corners(polygon):
        enter, leave = _towards(at, before, radius), _towards(at, after, radius)
        pieces.append(f"{_pair(enter)}Q{_pair(at)} {_pair(leave)}")
    return "M" + "L".join(pieces) + "Z"


def regular(sides: int, radius: float, turn: float, centre: Point = (0, 0)) -> Polygon:
    """A regular polygon, clockwise; `turn` is where its first corner lies, in degrees from the right."""
    angles = (math.radians(turn + 360 / sides * side) for side in range(sides))
    return [(centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles]


def box(left: float, top: float, right: float, bottom: float) -> Polygon:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def bounds(points: Iterable[Point]) -> tuple[float, float, float, float]:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _corners(polygon: Polygon) -> Iterable[tuple[Point, Point, Point]]:
    points = list(polygon)
    return zip(points[-1:] + points[:-1], points, points[1:] + points[:1], strict=True)


def _without_straight(polygon: Polygon) -> Polygon:
    """The polygon without corners on a straight line."""
    return [
        at
        for (ax, ay), at, (bx, by) in _corners(polygon)
        if abs((at[0] - ax) * (by - at[1]) - (at[1] - ay) * (bx - at[0])) > 0.01
    ]


def _inward(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    return -dy / length, dx / length


def _towards(start: Point, end: Point, distance: float) -> Point:
    length = math.dist(start, end)
    share = min(distance, length / 2) / length
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
