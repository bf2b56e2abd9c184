"""Positions after a move in numbers, and trials that a network ends (see portrait.py, foretelling.py)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from axio.encoding.actions import encode
from axio.rules import Game, Move

from .mind import EXPECTED, Mind
from .notes import RISES, STRIDE
from .pad import CELLS
from .plans import Plan
from .playing_out import NO_DRAWS, Playouts, results
from .policies import PolicyLike, policy_values
from .portrait import COLOUR, COLOURS
from .row import ENDING, Ints, Singles
from .sight import SIGHT
from .threads import spread
from .worlds import Worlds

WEIGHING = "denying"  # the policy in whose worth gains are told
_CORNERS = 4


@dataclass(frozen=True, eq=False)
class Portraits:
    """One a move, as the seat knows it that made it."""

    numbers: Singles
    over: npt.NDArray[np.bool_]
    standings: Playouts  # as things stand; final where the game is over


def portrait_size(game: Game) -> int:
    """How many numbers a portrait has, whatever the number of seats."""
    return COLOURS + 2 * COLOUR * len(game.colours)


def portraits(worlds: Worlds, moves: Sequence[Move]) -> Portraits:
    """Every move in the first of these worlds: all others look the same to the seat."""
    plan = worlds.plan
    actions = numbered(worlds, moves)
    count = len(actions)
    rows = np.empty((count, plan.tables.row_words), np.uint64)
    seen = np.empty((count, portrait_size(plan.layout.game)), np.float32)
    values = policy_values(plan.layout.game, WEIGHING)
    args = (
        *(rows.view(np.uint8), rows, worlds.rows[:1], plan.tables, actions, sights(plan, count), values),
        *(NO_DRAWS, room_for_notes(plan, count), seen),
    )
    spread(plan.run["portray_game"], count, args)
    return Portraits(seen, rows.view(np.uint8)[:, ENDING] > 0, results(plan, rows, count))


def foretold(
    worlds: Worlds, moves: Sequence[Move], mind: Mind, turns: int, policy: PolicyLike = WEIGHING
) -> Singles:
    """Every move in every world, then so many turns more of the seat's own, all seats by the policy, and
    what a network expects then; the result itself where the game is over. The last axis as `mind` has it."""
    plan = worlds.plan
    actions = numbered(worlds, moves)
    count = len(actions) * len(worlds)
    rows = np.empty((2 * count, plan.tables.row_words), np.uint64)  # the second half for drafts
    seen, neurons, expected = room_to_think(plan.layout.game, mind, count)
    args = (
        *(rows.view(np.uint8), rows, worlds.rows, plan.tables, actions, sights(plan, 2 * count)),
        *(policy_values(plan.layout.game, policy), NO_DRAWS, turns, pads(plan, count)),
        *(room_for_notes(plan, count), seen, mind, neurons, expected),
    )
    spread(plan.run["foretell_game"], count, args)
    return expected.reshape(len(actions), len(worlds), EXPECTED)


def numbered(worlds: Worlds, moves: Sequence[Move]) -> Ints:
    return np.array([encode(worlds.plan.layout, move, worlds.rack) for move in moves], np.int64)


def sights(plan: Plan, count: int) -> npt.NDArray[np.uint8]:
    return np.empty((count, plan.sight), np.uint8)


def pads(plan: Plan, count: int) -> Ints:
    return np.empty((count, CELLS + plan.sight // SIGHT), np.int64)


def room_for_notes(plan: Plan, count: int) -> Ints:
    return np.empty((count, RISES + STRIDE * max(plan.sight // SIGHT, _CORNERS)), np.int64)


def room_to_think(game: Game, mind: Mind, count: int) -> tuple[Singles, Singles, Singles]:
    """Portraits, neurons, and what is expected."""
    neurons = mind.first_bias.size + mind.second_bias.size + EXPECTED
    sizes = portrait_size(game), neurons, EXPECTED
    seen, felt, expected = (np.empty((count, size), np.float32) for size in sizes)
    return seen, felt, expected


def blank_mind(game: Game) -> Mind:
    """A network that knows nothing."""
    one, none = np.zeros((1, 1), np.float32), np.zeros(1, np.float32)
    first, last = np.zeros((portrait_size(game), 1), np.float32), np.zeros((1, EXPECTED), np.float32)
    return Mind(first, none, one, none, last, np.zeros(EXPECTED, np.float32))
