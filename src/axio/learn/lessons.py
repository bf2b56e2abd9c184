"""What is learned from: positions, some moves of each, and what became of these."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Halves: TypeAlias = npt.NDArray[np.float16]
Singles: TypeAlias = npt.NDArray[np.float32]
Counts: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Lessons:
    """A row a position: portraits after moves, and what should be expected of them (see
    kernel/device/learned/mlp.py). Where there were fewer moves, the rest of a row is empty."""

    portraits: Halves
    expected: Singles
    counts: Counts

    def __len__(self) -> int:
        """How many moves there are in all."""
        return int(self.counts.sum())

    @classmethod
    def joined(cls, parts: Iterable[Lessons]) -> Lessons:
        columns = zip(*((each.portraits, each.expected, each.counts) for each in parts), strict=True)
        return cls(*map(np.concatenate, columns))
