"""Samples to learn from: positions of many games that the kernel plays by itself, and how these ended."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from axio.kernel.device.shared.row import KEY, Ints, Singles
from axio.rules import Game

from .batch import keys
from .network_evaluation import FEATURE_POLICY, feature_count
from .plans import plan_of
from .playouts import NO_DRAWS, Playouts, results
from .policy_table import PolicyLike, policy_values
from .threads import spread

EXPLORATION = (50, 150, 300)  # of a thousand moves explore, game by game in turn
MOST = 16  # positions of a game
KEPT = 120  # of a thousand positions besides those after an exploring move, as far as there is room


@dataclass(frozen=True, eq=False)
class SelfplayBatch:
    """The features of positions, and for each what a network should have expected (see mlp.py)."""

    features: Singles
    outcomes: Singles

    def __len__(self) -> int:
        return len(self.features)


def selfplay(
    game: Game, games: int, seed: int = 0, threads: int | None = None, policy: PolicyLike = FEATURE_POLICY
) -> SelfplayBatch:
    """So many games, all of them other ones for another seed. The policy has to value scores as the features
    do."""
    plan = plan_of(game)
    rows = np.zeros((2 * games, plan.tables.row_words), np.uint64)
    rows[:games, KEY] = keys(seed, games)
    features = np.empty((games, MOST, feature_count(game)), np.float32)
    seats, counts = np.zeros((games, MOST), np.int64), np.zeros(games, np.int64)
    exploration = np.resize(np.array(EXPLORATION, np.int64), games)
    args = (
        *(rows.view(np.uint8), rows, plan.tables, plan.point_maps(2 * games)),
        *(policy_values(game, policy), NO_DRAWS, plan.policy_scratch(games)),
        *(plan.feature_scratch(games), exploration, KEPT, features, seats, counts),
    )
    spread(plan.run["selfplay_game"], games, args, threads)
    kept = np.arange(MOST) < counts[:, None]
    ended = results(plan, rows[:games], 1)
    return SelfplayBatch(features[kept], _outcomes(game, ended, np.nonzero(kept)[0], seats[kept]))


def _outcomes(game: Game, ended: Playouts, games: Ints, seats: Ints) -> Singles:
    """What came of these games for these seats."""
    shares = np.stack([ended.shares(seat)[0] for seat in range(game.seats)], axis=1)
    lows = ended.tracks[0].min(axis=-1) / game.end
    others = np.stack([np.delete(lows, seat, axis=1).max(axis=1, initial=0) for seat in range(game.seats)], 1)
    return np.stack([each[games, seats] for each in (shares, lows, others)], axis=1).astype(np.float32)
