"""A picture of a graph in layers: who imports stands above what it imports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from math import fsum
from statistics import fmean
from typing import TypeAlias

from .package_graph import Graph, levels, reach, reduced

Point: TypeAlias = tuple[float, float]
Waypoint: TypeAlias = tuple[str, str, int]  # of a long edge, where it passes a layer
Spot: TypeAlias = str | Waypoint

HIGH, GAP, ROW, LETTER, THIN = 28, 24, 64, 7.8, 14
_SWEEPS = 24


@dataclass(slots=True)
class Picture:
    """Nodes and edges with their places, from a graph and what to call its nodes."""

    graph: Graph
    names: Mapping[str, str]
    rows: list[list[Spot]] = field(init=False)
    paths: list[list[Spot]] = field(init=False)
    x: dict[Spot, float] = field(init=False)

    def __post_init__(self) -> None:
        height = levels(self.graph)
        top = max(height.values())
        self.rows = [[] for _ in range(top + 1)]
        for node in sorted(self.graph):
            self.rows[top - height[node]].append(node)
        drawn = reduced(self.graph)
        self.paths = [self._path(a, b, top, height) for a in self.graph for b in sorted(drawn[a])]
        for path in self.paths:
            for spot in path[1:-1]:
                assert not isinstance(spot, str)
                self.rows[spot[2]].append(spot)
        self._order()
        self._place()

    @staticmethod
    def _path(a: str, b: str, top: int, height: Mapping[str, int]) -> list[Spot]:
        return [a, *((a, b, row) for row in range(top - height[a] + 1, top - height[b])), b]

    def _neighbours(self) -> dict[Spot, list[Spot]]:
        found: dict[Spot, list[Spot]] = {spot: [] for row in self.rows for spot in row}
        for path in self.paths:
            for one, other in pairwise(path):
                found[one].append(other)
                found[other].append(one)
        return found

    def _order(self) -> None:
        """Every spot goes to the mean place of its neighbours, row by row, down and up again."""
        near = self._neighbours()
        for sweep in range(_SWEEPS):
            place = {spot: number / len(row) for row in self.rows for number, spot in enumerate(row)}
            for row in self.rows if sweep % 2 else reversed(self.rows):
                row.sort(key=lambda spot: (fmean([place[each] for each in near[spot]] or [0.5]), str(spot)))
                place |= {spot: number / len(row) for number, spot in enumerate(row)}

    def width_of(self, spot: Spot) -> float:
        return 2 * THIN + LETTER * len(self.names[spot]) if isinstance(spot, str) else THIN

    def _place(self) -> None:
        self.x = {}
        for row in self.rows:
            left = (self.width - self._length(row)) / 2
            for spot in row:
                self.x[spot] = left + self.width_of(spot) / 2
                left += self.width_of(spot) + GAP

    def _length(self, row: Sequence[Spot]) -> float:
        return fsum(map(self.width_of, row)) + GAP * (len(row) - 1)

    @property
    def width(self) -> float:
        return max(map(self._length, self.rows))

    @property
    def height(self) -> float:
        return ROW * (len(self.rows) - 1) + HIGH

    def markup(self, titles: Mapping[str, str]) -> str:
        """Edges first, so that boxes lie on top of them."""
        y = {spot: number * ROW + HIGH / 2 for number, row in enumerate(self.rows) for spot in row}
        far = reach(self.graph)
        edges = [_edge([(self.x[s], y[s]) for s in path], _in_cycle(path, far)) for path in self.paths]
        nodes = [self._node(node, y[node], titles.get(node, "")) for node in self.graph]
        return "\n".join([*edges, *nodes])

    def _node(self, node: str, y: float, title: str) -> str:
        wide, x = self.width_of(node), self.x[node]
        corner = f'x="{x - wide / 2:.0f}" y="{y - HIGH / 2:.0f}"'
        return (
            f"<g><title>{escape(title, quote=False)}</title>"
            f'<rect class="node" {corner} width="{wide:.0f}" height="{HIGH}" rx="5"/>'
            f'<text x="{x:.0f}" y="{y + 4.5:.1f}">{escape(self.names[node])}</text></g>'
        )


def _in_cycle(path: Sequence[Spot], far: Graph) -> bool:
    a, b = path[0], path[-1]
    return isinstance(a, str) and isinstance(b, str) and a in far[b]


def _edge(points: Sequence[Point], cycle: bool) -> str:
    """From the foot of one box to the top of another, upright at both ends and at every layer between."""
    (x, y), *rest = points
    if len(points) == 2 and points[0][1] == points[1][1]:
        return _arc(points[0], points[1], cycle)
    drawn = [f"M{x:.0f} {y + HIGH / 2:.0f}"]
    y += HIGH / 2
    for number, (to_x, to_y) in enumerate(rest, start=1):
        end = to_y - HIGH / 2
        drawn.append(f"C{x:.0f} {(y + end) / 2:.0f} {to_x:.0f} {(y + end) / 2:.0f} {to_x:.0f} {end:.0f}")
        if number < len(rest):
            drawn.append(f"V{to_y + HIGH / 2:.0f}")
        x, y = to_x, to_y + HIGH / 2
    return f'<path class="edge{" cycle" if cycle else ""}" d="{" ".join(drawn)}"/>'


def _arc(start: Point, end: Point, cycle: bool) -> str:
    (x, y), (to_x, _) = start, end
    foot = y + HIGH / 2
    bow = f"M{x:.0f} {foot:.0f} Q{(x + to_x) / 2:.0f} {foot + 34:.0f} {to_x:.0f} {foot:.0f}"
    return f'<path class="edge{" cycle" if cycle else ""}" d="{bow}"/>'
