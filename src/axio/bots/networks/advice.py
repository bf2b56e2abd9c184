"""A network's advice to a search: which moves are worth a trial, and trials that it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from axio.bots.search import Promising, Trials
from axio.bots.search.trials import MARGIN
from axio.kernel import Worlds, appraised
from axio.kernel.mind import Mind
from axio.kernel.portraits import foretold
from axio.rules import Move, Observation

from .judge import Judge, Judged


@dataclass(frozen=True)
class Advised:
    """The moves after which a network expects most, and how much."""

    judge: Judge
    policy: str = "denying"
    wide: int = 96  # moves looked at, the best by gain alone

    def __call__(self, view: Observation, seed: int, most: int) -> Sequence[Promising]:
        moves = [move for move, _ in appraised(view, self.policy, self.wide)]
        if view.asked or len(moves) == 1:
            return [Promising(move, 0.0) for move in moves]
        values = self.judge(view, moves).values(view.game.seats)
        promise = values - values.mean()
        return [Promising(moves[at], float(promise[at])) for at in np.argsort(-values, kind="stable")[:most]]


@dataclass(frozen=True)
class Foretelling:
    """Plays every world for some turns, all seats by one policy, then asks a network."""

    mind: Mind
    turns: int = 1  # of the seat's own, after the move that is tried
    policy: str = "denying"

    cost: ClassVar[int] = 1

    def __call__(self, worlds: Worlds, moves: Sequence[Move], seat: int) -> Trials:
        game = worlds.plan.layout.game
        judged = Judged.of(foretold(worlds, moves, self.mind, self.turns, self.policy), game)
        return Trials(judged.values(game.seats, MARGIN), judged.wins, judged.lows)
