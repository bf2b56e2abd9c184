"""What a network learns from, and where it comes from.

A source makes the samples of one update after the other. `Outcomes` is the plainest: games that the kernel
plays by its cheap policy, and how these ended.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from axio.arena.workers import Workers
from axio.kernel.device.learned.mlp import Mlp
from axio.kernel.host.network_evaluation import FEATURE_POLICY
from axio.kernel.host.selfplay_batch import selfplay
from axio.rules import game

from .settings import TrainingSettings

Halves: TypeAlias = npt.NDArray[np.float16]
Singles: TypeAlias = npt.NDArray[np.float32]
Counts: TypeAlias = npt.NDArray[np.int64]

TOGETHER = 500  # games of one call to a worker


@dataclass(frozen=True, eq=False)
class Samples:
    """A row for each position: the features after some of its moves, and what the network should say of each
    (its targets). Where a position has fewer moves than others, the rest of its row is empty."""

    features: Halves
    targets: Singles
    counts: Counts  # moves of each position

    def __len__(self) -> int:
        """The number of moves."""
        return int(self.counts.sum())

    @classmethod
    def joined(cls, parts: Iterable[Samples]) -> Samples:
        columns = zip(*((each.features, each.targets, each.counts) for each in parts), strict=True)
        return cls(*map(np.concatenate, columns))


class SampleSource(Protocol):
    """Makes samples."""

    def begin(self, update: int, seats: int, student: Mlp) -> list[Future[Samples]]:
        """The samples of an update, for so many seats; `student` is the network that learns, as it was."""
        ...


@dataclass(frozen=True)
class Outcomes:
    """Positions of games that the kernel plays by its policy, and the outcomes of these games."""

    settings: TrainingSettings
    workers: Workers

    def begin(self, update: int, seats: int, student: Mlp) -> list[Future[Samples]]:
        settings = self.settings
        return [
            self.workers.submit(
                outcomes,
                settings.game,
                seats,
                min(TOGETHER, settings.games - first),
                _seed(settings.seed, update, first),
                settings.policy,
            )
            for first in range(0, settings.games, TOGETHER)
        ]


def outcomes(name: str, seats: int, games: int, seed: int, policy: str = FEATURE_POLICY) -> Samples:
    """The samples of so many games, one move in each position. Another seed gives other games."""
    found = selfplay(game(name, seats), games, seed, policy=policy)
    features = found.features.astype(np.float16)[:, None]
    return Samples(features, found.outcomes[:, None], np.ones(len(found), np.int64))


def _seed(seed: int, update: int, first: int) -> int:
    """One number for each part of each update."""
    return int(np.random.SeedSequence((seed, update, first)).generate_state(1, np.uint64)[0] >> np.uint64(1))
