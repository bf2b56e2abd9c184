"""A quick measure of strength: a network against a policy of the kernel or another network."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from axio.bots.networks.policy import Board, PolicyWeights

from .games import Array, Games, Positions, legal
from .ppo import NEVER, SHARE, outcomes, said

LONGEST = 400  # plies, more than any game has


class Duel(NamedTuple):
    """The share of the wins, and how far off it may be (95 %)."""

    share: float
    error: float


@partial(jax.jit, static_argnames=("board", "half"))
def preferred(board: Board, weights: PolicyWeights, positions: Positions, half: bool) -> Array:
    """The actions that a network prefers."""
    logits, _ = said(board, weights, positions.planes, positions.vector, half)
    return jnp.argmax(jnp.where(legal(board, positions.mask), logits, NEVER), axis=1).astype(jnp.int32)


def duel(
    board: Board,
    weights: PolicyWeights,
    against: str | PolicyWeights,
    games: Games,
    half: bool = False,
) -> Duel:
    """A game in each of these, all just dealt; the network has every seat in turn, the other has the rest."""
    own = jnp.arange(games.count) % board.seats
    share = jnp.full(games.count, -1.0)
    for _ in range(LONGEST):
        seen = games.look()
        ends = outcomes(board, *games.results(), margin=0.0)[..., SHARE]
        found = jnp.take_along_axis(ends, own[:, None], axis=1)[:, 0]
        share = jnp.where(seen.over & (share < 0), found, share)
        if bool((share >= 0).all()):
            break
        other = games.choices(against) if isinstance(against, str) else preferred(board, against, seen, half)
        games.step(jnp.where(seen.seat == own, preferred(board, weights, seen, half), other))
    said_ = np.asarray(share)
    return Duel(float(said_.mean()), float(1.96 * said_.std() / np.sqrt(len(said_))))
