"""Lessons remembered: the latest so many positions, drawn from at random."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from axio.kernel.device.learned.mlp import OUTPUTS

from .lessons import Lessons


class Drawn(NamedTuple):
    """Some positions: portraits after moves, what should be expected of these, and which there are."""

    portraits: Tensor
    expected: Tensor
    there: Tensor


class Shelf:
    """A ring of positions; a new one takes the place of the oldest."""

    def __init__(self, positions: int, moves: int, numbers: int, seed: int) -> None:
        self.portraits = np.zeros((positions, moves, numbers), np.float16)
        self.expected = np.zeros((positions, moves, OUTPUTS), np.float32)
        self.counts = np.zeros(positions, np.int64)
        self.added = 0
        self._chance = np.random.default_rng(seed)

    def __len__(self) -> int:
        return min(self.added, len(self.counts))

    def add(self, lessons: Lessons) -> None:
        places = (self.added + np.arange(len(lessons.counts))) % len(self.counts)
        self.portraits[places], self.expected[places] = lessons.portraits, lessons.expected
        self.counts[places] = lessons.counts
        self.added += len(lessons.counts)

    def draw(self, batches: int, positions: int, device: str) -> Iterator[Drawn]:
        """So many batches of so many positions."""
        moves = np.arange(self.portraits.shape[1])
        for _ in range(batches):
            rows = self._chance.integers(len(self), size=positions)
            yield Drawn(
                torch.from_numpy(self.portraits[rows]).to(device).float(),
                torch.from_numpy(self.expected[rows]).to(device),
                torch.from_numpy((moves < self.counts[rows, None]).astype(np.float32)).to(device),
            )
