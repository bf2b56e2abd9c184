"""Path data as polygons, for measuring. Knows the absolute commands that the symbols use."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

Point = tuple[float, float]
_TOKEN = re.compile(r"[A-Z]|-?(?:\d+\.?\d*|\.\d+)")
_STEPS = 24


def flattened(data: str) -> list[list[Point]]:
    """Every closed part of a path as a polygon."""
    parts: list[list[Point]] = []
    tokens = iter(_TOKEN.findall(data))
    for command, numbers in _commands(tokens):
        if command == "M":
            parts.append([(numbers[0], numbers[1])])
        elif command != "Z":
            parts[-1] += _points(command, parts[-1][-1], numbers)
    return parts


def area(data: str) -> float:
    """The area a path covers, holes (which run the other way round) taken off."""
    return abs(sum(_signed(part) for part in flattened(data)))


def inside(parts: list[list[Point]], point: Point) -> bool:
    """Whether a point is covered (even and odd crossings)."""
    sides = (side for part in parts for side in zip(part, part[1:] + part[:1], strict=True))
    return sum(_crosses(*side, point) for side in sides) % 2 == 1


def _commands(tokens: Iterator[str]) -> Iterator[tuple[str, list[float]]]:
    size = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "A": 7, "Z": 0}
    for token in tokens:
        yield token, [float(next(tokens)) for _ in range(size[token])]


def _points(command: str, start: Point, numbers: list[float]) -> list[Point]:
    if command == "H":
        return [(numbers[0], start[1])]
    if command == "V":
        return [(start[0], numbers[0])]
    if command == "Q":
        return [_bent(start, numbers, step / _STEPS) for step in range(1, _STEPS + 1)]
    return _arc(start, numbers) if command == "A" else [(numbers[0], numbers[1])]


def _bent(start: Point, numbers: list[float], at: float) -> Point:
    first, second, third = (1 - at) ** 2, 2 * at * (1 - at), at**2
    x = first * start[0] + second * numbers[0] + third * numbers[2]
    y = first * start[1] + second * numbers[1] + third * numbers[3]
    return x, y


def _arc(start: Point, numbers: list[float]) -> list[Point]:
    """The lesser arc of a circle; all arcs here are of that kind."""
    radius, sweep, end = numbers[0], numbers[4], (numbers[5], numbers[6])
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    half = math.dist(start, end) / 2
    off = math.sqrt(max(radius**2 - half**2, 0)) * (1 if sweep else -1)
    across = (end[0] - start[0]) / (2 * half), (end[1] - start[1]) / (2 * half)
    centre = middle[0] - across[1] * off, middle[1] + across[0] * off
    first = math.atan2(start[1] - centre[1], start[0] - centre[0])
    turn = 2 * math.asin(min(half / radius, 1)) * (1 if sweep else -1)
    angles = [first + turn * step / _STEPS for step in range(1, _STEPS)]
    return [(centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles] + [end]


def _signed(part: list[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(part, part[1:] + part[:1], strict=True)) / 2


def _crosses(a: Point, b: Point, point: Point) -> bool:
    if (a[1] > point[1]) == (b[1] > point[1]):
        return False
    return point[0] < a[0] + (point[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
