"""Lessons remembered: the latest so many, drawn from at random."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor

from axio.kernel.schooling import Lessons


class Shelf:
    """A ring of lessons; a new one takes the place of the oldest."""

    def __init__(self, room: int, size: int, results: int, seed: int) -> None:
        self.portraits = np.zeros((room, size), np.float16)
        self.results = np.zeros((room, results), np.float32)
        self.added = 0
        self._chance = np.random.default_rng(seed)

    def __len__(self) -> int:
        return min(self.added, len(self.portraits))

    def add(self, lessons: Lessons) -> None:
        places = (self.added + np.arange(len(lessons))) % len(self.portraits)
        self.portraits[places], self.results[places] = lessons.portraits, lessons.results
        self.added += len(lessons)

    def draw(self, count: int, batch: int, device: str) -> Iterator[tuple[Tensor, Tensor]]:
        """So many lessons in batches: portraits, and what came of them."""
        for _ in range(max(1, count // batch)):
            rows = self._chance.integers(len(self), size=batch)
            yield (
                torch.from_numpy(self.portraits[rows]).to(device).float(),
                torch.from_numpy(self.results[rows]).to(device),
            )
