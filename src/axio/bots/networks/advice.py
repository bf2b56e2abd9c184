"""A network's advice: which moves are worth a thought, and what it expects after each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from axio.bots.search import Foresight, Promising
from axio.kernel import Worlds
from axio.kernel.outlooks import outlooks
from axio.rules import Move, Observation

from .judge import Judge, judge_of

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Advised:
    """The best that a look ahead finds, and the network's favourites. What the network expects after a move
    is added to its promise."""

    foresight: Foresight
    liked: int = 6  # favourites of the network
    weight: float = 0.5  # of its expectations

    def __call__(self, view: Observation, seed: int, most: int) -> Sequence[Promising]:
        found = list(self.foresight(view, seed, self.foresight.wide))
        if view.asked or len(found) == 1:
            return found
        judge = judge_of(view.game)
        likely = judge.likely(view, [move for move, _ in found])
        liked = set(np.argsort(-likely, kind="stable")[: self.liked].tolist())
        found = [each for at, each in enumerate(found) if at < most - len(liked) or at in liked][:most]
        wins, _ = expected(judge, view, [move for move, _ in found], seed)
        more = self.weight * (wins - wins.mean())
        return [
            Promising(move, promise + float(plus)) for (move, promise), plus in zip(found, more, strict=True)
        ]


def expected(
    judge: Judge, view: Observation, moves: Sequence[Move], seed: int, worlds: int = 1
) -> tuple[Floats, Floats]:
    """Per move the viewer's chance to win and its lowest colour, on the mean over some worlds."""
    seen = outlooks(Worlds.sample(view, worlds, seed), moves)
    said = judge.expect(seen.planes, seen.vectors)
    turn = ((view.seat - seen.movers) % view.game.seats)[:, None]
    wins, lows = (np.take_along_axis(part, turn, axis=1)[:, 0] for part in (said.wins, said.lows))
    wins = np.where(seen.over, seen.standings.shares(view.seat).reshape(-1), wins)
    lows = np.where(seen.over, seen.standings.tracks[..., view.seat, :].min(axis=-1).reshape(-1), lows)
    means = [part.reshape(len(moves), -1).mean(axis=1).astype(np.float64) for part in (wins, lows)]
    return means[0], means[1]
