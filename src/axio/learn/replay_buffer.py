"""The replay buffer: the latest samples, from which batches are drawn at random."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from axio.kernel.device.learned.mlp import OUTPUTS

from .samples import Counts, Halves, Samples, Singles


class Minibatch(NamedTuple):
    """Some positions: features after moves, the targets of these, and how many moves each position has."""

    features: Halves
    targets: Singles
    counts: Counts


class ReplayBuffer:
    """A ring of positions; a new one takes the place of the oldest."""

    def __init__(self, positions: int, moves: int, features: int) -> None:
        self.features = np.zeros((positions, moves, features), np.float16)
        self.targets = np.zeros((positions, moves, OUTPUTS), np.float32)
        self.counts = np.zeros(positions, np.int64)
        self.added = 0

    def __len__(self) -> int:
        return min(self.added, len(self.counts))

    def add(self, samples: Samples) -> None:
        places = (self.added + np.arange(len(samples.counts))) % len(self.counts)
        self.features[places], self.targets[places] = samples.features, samples.targets
        self.counts[places] = samples.counts
        self.added += len(samples.counts)

    def draw(self, batches: int, positions: int, chance: np.random.Generator) -> Iterator[Minibatch]:
        """So many batches of so many positions."""
        for _ in range(batches):
            rows = chance.integers(len(self), size=positions)
            yield Minibatch(self.features[rows], self.targets[rows], self.counts[rows])

    def save(self, path: Path, updates: int) -> None:
        """Write what is there, as it is after so many updates."""
        beside = path.with_name(path.name + ".new")
        filled = {name: array[: len(self)] for name, array in self._arrays().items()}
        with beside.open("wb") as file:
            np.savez(file, added=self.added, updates=updates, **filled)  # type: ignore[arg-type]  # its own flag
        beside.replace(path)

    def load(self, path: Path, updates: int) -> bool:
        """Read what was written after so many updates; whether that was there and fits."""
        try:
            with path.open("rb") as file, np.load(file) as found:
                read = {name: found[name] for name in self._arrays()}
                fits = found["updates"] == updates and self._fits(read, added := int(found["added"]))
        except (OSError, ValueError, KeyError, BadZipFile):
            return False
        if fits:
            for name, array in self._arrays().items():
                array[: len(read[name])] = read[name]
            self.added = added
        return bool(fits)

    def _fits(self, read: dict[str, npt.NDArray[Any]], added: int) -> bool:
        return all(
            read[name].shape == (min(added, len(array)), *array.shape[1:])
            for name, array in self._arrays().items()
        )

    def _arrays(self) -> dict[str, npt.NDArray[Any]]:
        return {"features": self.features, "targets": self.targets, "counts": self.counts}
