"""Which package imports which, and where they import each other in a circle."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TypeAlias

import grimp

Graph: TypeAlias = Mapping[str, frozenset[str]]  # each node with those it imports


@cache
def imports() -> grimp.ImportGraph:
    """Every import between modules of `axio`, those for types alone included."""
    return grimp.build_graph("axio", cache_dir=None)


def packages() -> list[str]:
    """Every package of `axio`, itself included."""
    return sorted(module for module in imports().modules if imports().find_children(module))


def siblings(package: str) -> Graph:
    """The modules and packages right below a package, and which imports which."""
    children = imports().find_children(package)
    owner = {module: child for child in children for module in (child, *imports().find_descendants(child))}
    found: dict[str, set[str]] = {child: set() for child in children}
    for module, child in owner.items():
        for imported in imports().find_modules_directly_imported_by(module):
            found[child].add(owner.get(imported, child))
    return {child: frozenset(found[child] - {child}) for child in sorted(found)}


def reach(graph: Graph) -> Graph:
    """Each node with those it imports directly or through others."""

    def beyond(node: str) -> frozenset[str]:
        seen: set[str] = set()
        waiting = [*graph[node]]
        while waiting:
            if (each := waiting.pop()) not in seen:
                seen.add(each)
                waiting += graph[each]
        return frozenset(seen)

    return {node: beyond(node) for node in graph}


def cycles(graph: Graph) -> list[list[str]]:
    """Groups of nodes that all import each other, directly or through others."""
    far = reach(graph)
    groups = {frozenset(other for other in far[node] if node in far[other]) for node in graph}
    return sorted(sorted(group) for group in groups if group)


def reduced(graph: Graph) -> Graph:
    """The graph without imports that follow from others. Imports within a cycle stay."""
    far = reach(graph)

    def implied(node: str, other: str) -> bool:
        return any(
            other in far[between] and node not in far[between] and between not in far[other]
            for between in graph[node] - {other}
        )

    def kept(node: str) -> frozenset[str]:
        return frozenset(each for each in graph[node] if node in far[each] or not implied(node, each))

    return {node: kept(node) for node in graph}


def levels(graph: Graph) -> dict[str, int]:
    """How high each node stands: above all it imports, and level with those it forms a cycle with."""
    far = reach(graph)
    below = {node: [each for each in far[node] if node not in far[each]] for node in graph}
    found: dict[str, int] = {}
    for node in sorted(graph, key=lambda each: len(below[each])):
        found[node] = 1 + max((found[each] for each in below[node]), default=-1)
    return found
