"""What a network says: of the positions after moves, and at the end of truncated rollouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from axio.kernel.device.learned.features import COLOUR, COLOURS
from axio.kernel.device.learned.mlp import OUTPUTS, Mlp
from axio.kernel.device.shared.row import ENDING, Singles
from axio.rules import Game, Malformed, Move

from .plans import plan_of
from .playouts import NO_DRAWS, Floats, Playouts, results
from .policy_table import PolicyLike, policy_values
from .threads import spread
from .worlds import Worlds

FEATURE_POLICY = "denying"  # the policy in whose worth features give gains


@dataclass(frozen=True, eq=False)
class Afterstates:
    """The positions after moves, each as the seat knows it that made the move."""

    features: Singles
    over: npt.NDArray[np.bool_]
    standings: Playouts  # as things stand; final where the game is over


def feature_count(game: Game) -> int:
    """How many features a position has, whatever the number of seats."""
    return COLOURS + 2 * COLOUR * len(game.colours)


def afterstates(worlds: Worlds, moves: Sequence[Move]) -> Afterstates:
    """Every move in the first of these worlds: all others look the same to the seat."""
    plan = worlds.plan
    actions = worlds.actions(moves)
    count = len(actions)
    rows = np.empty((count, plan.tables.row_words), np.uint64)
    features = np.empty((count, feature_count(plan.layout.game)), np.float32)
    values = policy_values(plan.layout.game, FEATURE_POLICY)
    args = (
        *(rows.view(np.uint8), rows, worlds.rows[:1], plan.tables, actions, plan.point_maps(count), values),
        *(NO_DRAWS, plan.feature_scratch(count), features),
    )
    spread(plan.run["features_game"], count, args)
    return Afterstates(features, rows.view(np.uint8)[:, ENDING] > 0, results(plan, rows, count))


def evaluate(game: Game, mlp: Mlp, features: Singles) -> Singles:
    """What a network says of positions of a game, a row each."""
    count = len(features)
    outputs = np.empty((count, OUTPUTS), np.float32)
    args = (
        _fitting(mlp, features.shape[1]),
        np.ascontiguousarray(features, np.float32),
        _activations(mlp, count),
        outputs,
    )
    spread(plan_of(game).run["forward_game"], count, args)
    return outputs


def truncated_rollouts(
    worlds: Worlds, moves: Sequence[Move] | None, mlp: Mlp, turns: int, policy: PolicyLike = FEATURE_POLICY
) -> Singles:
    """Every move in every world, then so many turns more of the seat's own, all seats by the policy, and
    what a network expects then; the result itself where the game is over. Without moves the policy chooses
    the first one too.

    The last axis is the chance to win, and the lowest colours as a network says them."""
    plan = worlds.plan
    actions = np.array([-1]) if moves is None else worlds.actions(moves)
    count = len(actions) * len(worlds)
    rows = np.empty((2 * count, plan.tables.row_words), np.uint64)  # the second half for drafts
    features = np.empty((count, feature_count(plan.layout.game)), np.float32)
    outputs = np.empty((count, OUTPUTS), np.float32)
    args = (
        *(rows.view(np.uint8), rows, worlds.rows, plan.tables, actions, plan.point_maps(2 * count)),
        *(policy_values(plan.layout.game, policy), NO_DRAWS, turns, plan.policy_scratch(count)),
        *(plan.feature_scratch(count), features, _fitting(mlp, features.shape[1])),
        *(_activations(mlp, count), outputs),
    )
    spread(plan.run["truncated_rollout_game"], count, args)
    return outputs.reshape(len(actions), len(worlds), OUTPUTS)


def win_chances(worlds: Worlds, seat: int, mlp: Mlp, turns: int, policy: PolicyLike) -> Floats:
    """Per world the chance of any seat to win: the policy plays until it is its turn, then by a rollout."""
    then = worlds.until(seat, policy)
    said = truncated_rollouts(then, None, mlp, turns, policy)[0, :, 0]
    over = then.rows.view(np.uint8)[:, ENDING] > 0
    return np.where(over, results(then.plan, then.rows, 1).shares(seat)[0], said)


def _fitting(mlp: Mlp, features: int) -> Mlp:
    """The network, if it takes so many features. Compiled code does not check."""
    count = int(((mlp.sizes[:-1] + 1) * mlp.sizes[1:]).sum())
    if mlp.sizes[0] != features or mlp.sizes[-1] != OUTPUTS or mlp.weights.size != count:
        raise Malformed(
            f"a network of sizes {mlp.sizes.tolist()}: expected {features} inputs, {OUTPUTS} outputs"
        )
    return mlp


def _activations(mlp: Mlp, count: int) -> Singles:
    return np.empty((count, int(mlp.sizes.sum())), np.float32)


def blank_mlp(game: Game) -> Mlp:
    """A network that knows nothing."""
    size = feature_count(game)
    return Mlp(np.zeros(size + 1 + 2 * OUTPUTS, np.float32), np.array([size, 1, OUTPUTS], np.int64))
