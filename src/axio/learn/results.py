"""Lessons of games that the kernel plays by its cheap policy: a position, and how its game ended."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass

import numpy as np

from axio.kernel.device.learned.mlp import Mlp
from axio.kernel.host.selfplay_batch import selfplay
from axio.rules import game

from .lessons import Lessons
from .settings import Settings


@dataclass(frozen=True)
class Results:
    """The kernel has threads of its own, so nothing is begun ahead."""

    settings: Settings

    ahead = False

    def begin(self, update: int, seats: int, pupil: Mlp) -> list[Future[Lessons]]:
        settings, done = self.settings, Future[Lessons]()
        some = selfplay(game(settings.game, seats), settings.games, (settings.seed << 32) + update)
        portraits = some.features.astype(np.float16)[:, None]
        done.set_result(Lessons(portraits, some.outcomes[:, None], np.ones(len(some), np.int64)))
        return [done]
