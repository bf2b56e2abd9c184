"""Colours and tiles. A colour is its letter, a tile is its text: `RB`, or `RG.P` around four corners."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

Colour: TypeAlias = str
Tile: TypeAlias = str  # marks in canonical orientation
Marks: TypeAlias = str  # marks as they lie on the board, or will

EMPTY = "."
ORDER = "RGBOPY" + EMPTY
NAMES = {"R": "red", "G": "green", "B": "blue", "O": "orange", "P": "purple", "Y": "yellow"}

_RANK = {mark: rank for rank, mark in enumerate(ORDER)}


def rank(marks: Marks) -> tuple[int, ...]:
    """The sorting key of marks: by colour order, mark by mark, an empty corner last."""
    return tuple(_RANK[mark] for mark in marks)


@lru_cache(maxsize=4096)
def orientations(tile: Marks) -> tuple[Marks, ...]:
    """Every distinct way to turn a tile. Flipping a domino and rotating a square are both cyclic shifts."""
    turned = (tile[shift:] + tile[:shift] for shift in range(len(tile)))
    return tuple(dict.fromkeys(turned))


@lru_cache(maxsize=4096)
def canonical(marks: Marks) -> Tile:
    """The tile these marks belong to, however it is turned. Marks of no tile stay as they are."""
    if not marks or any(mark not in _RANK for mark in marks):
        return marks
    return min(orientations(marks), key=rank)


def in_order(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Tiles in canonical order, the order in which a bag is listed."""
    return tuple(sorted(tiles, key=rank))


def turned(rack: tuple[Tile, ...]) -> list[Marks]:
    """Every different tile of a rack in every way it can be turned."""
    return [marks for tile in dict.fromkeys(rack) for marks in orientations(tile)]


def distinct(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """The different tiles, in the order of their first appearance."""
    return tuple(dict.fromkeys(tiles))


def dominoes(colours: str, *, pairs: int, doubles: int) -> tuple[Tile, ...]:
    """Every pair of two different colours `pairs` times, every double `doubles` times."""
    kinds = [(a, b) for i, a in enumerate(colours) for b in colours[i:]]
    return in_order(a + b for a, b in kinds for _ in range(doubles if a == b else pairs))


def without(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """These tiles less one `tile`, the others in their order."""
    index = tiles.index(tile)
    return tiles[:index] + tiles[index + 1 :]
