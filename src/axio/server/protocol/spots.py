"""The free spots of a position, and what a tile there would see.

A thousand of these are made for one ply. They hold no cycles, so the collector need not look at them.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .message import Message


class Look(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One line a mark would see: the colour that stands there and the cells that would count."""

    colour: str
    cells: list[str]


class Rise(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A pyramid a tile would raise: where, the symbols around it, and which marks of the tile join them."""

    at: str
    around: str
    ends: list[int]


class Spot(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A free spot: its cells, per mark the lines it sees, per mark whether an empty corner names a colour."""

    cells: list[str]
    looks: list[list[Look]]
    names: list[bool]
    rises: list[Rise]


class Spots(Message, frozen=True, kw_only=True, tag="spots"):
    """The free spots of ply `ply`, where no step brought them: the same for every viewer."""

    ply: int
    spots: list[Spot]
    after: Sequence[dict[str, int]] = ()  # as in Stepped
