"""Planes seen from a step away, and how far an unbroken row reaches."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

DOUBLINGS = 4  # rows of up to 16 cells: longer than any that still scores


def split(x: Tensor, axis: int, *sizes: int) -> Tensor:
    """An axis as several."""
    found: Tensor = x.unflatten(axis, sizes)  # type: ignore[no-untyped-call]
    return found


def shifted(planes: Tensor, step: tuple[int, int]) -> Tensor:
    """Per cell what lies one step on; nothing beyond the edge. The last two axes are columns and rows."""
    x, y = step
    columns, rows = planes.shape[-2], planes.shape[-1]
    around = functional.pad(planes, (max(-y, 0), max(y, 0), max(-x, 0), max(x, 0)))
    return around[..., max(x, 0) : max(x, 0) + columns, max(y, 0) : max(y, 0) + rows]


def run(planes: Tensor, way: tuple[int, int]) -> Tensor:
    """Per cell the length of the unbroken row of ones that begins one step away."""
    reached = shifted(planes, way)  # the row so far, up to `length` cells
    whole = reached  # whether it has not broken off yet
    length = 1
    for _ in range(DOUBLINGS):
        far = (way[0] * length, way[1] * length)
        reached = reached + whole * shifted(reached, far)
        whole = whole * shifted(whole, far)
        length *= 2
    return reached


def sight(colours: Tensor, ways: tuple[tuple[int, int], ...]) -> Tensor:
    """The points a mark of each colour would score on each cell."""
    return torch.stack([run(colours, way) for way in ways]).sum(0)
