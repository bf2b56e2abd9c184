"""Proximal policy optimisation for one to four seats: advantages, the loss, one step.

The network says for every seat what the result will be worth to it. So an advantage is worked out for every
seat along all plies of a game (generalised advantage estimation), and a move learns from that of the seat
that made it.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple, TypeAlias

import jax
import jax.numpy as jnp

from axio.bots.networks.policy import Board, Outputs, forward, in_trunk

from .games import legal

Array: TypeAlias = Any

BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-6
NEVER = -1e9  # the logit of an illegal action
FAR = 8.0  # points: a lead of more counts no further
WORTH, SHARE, LOW = range(3)  # what the network says of a seat, and what came of it

LOSSES = ("policy", "worth", "ends", "entropy", "divergence")


class Samples(NamedTuple):
    """Moves to learn from, in any shape."""

    planes: Array
    vector: Array
    mask: Array
    action: Array
    log_chance: Array  # of the action, when it was chosen
    advantage: Array
    worth: Array  # per seat from the mover on: what the network should have said
    ends: Array  # per seat: what came of the game in the end
    learned: Array  # 1 where the learner made the move
    alive: Array  # 1 where there was a move at all
    ended: Array  # 1 where the end of the game is known


class Weighing(NamedTuple):
    """What counts how much in a step."""

    rate: Array
    entropy: Array
    imitating: Array  # 1: the action is an example to follow, 0: a move that was tried


class OptimiserState(NamedTuple):
    """What changes at every step."""

    weights: Any
    ema: Any  # exponential moving average of the weights: the network that plays
    first_moment: Any
    second_moment: Any
    steps: Array

    @classmethod
    def fresh(cls, weights: Any) -> OptimiserState:
        """Arrays of its own for each part, because a step gives them all away."""
        copies = [jax.tree.map(jnp.array, weights) for _ in range(2)]
        zeros = [jax.tree.map(jnp.zeros_like, weights) for _ in range(2)]
        return cls(copies[0], copies[1], zeros[0], zeros[1], jnp.int32(0))


def convolve(planes: Array, weights: Array) -> Array:
    return jax.lax.conv_general_dilated(
        planes, weights, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )


def said(board: Board, weights: Any, planes: Array, vector: Array, half: bool) -> Outputs:
    """What the network says; `half` convolves with 16 bits. Chances need more of them."""
    if half:
        weights = {
            name: array.astype(jnp.bfloat16) if in_trunk(name) else array for name, array in weights.items()
        }
    return forward(jnp, convolve, board, weights, planes, vector)


@partial(jax.jit, static_argnames=("board", "margin"))
def outcomes(board: Board, tracks: Array, places: Array, margin: float) -> Array:
    """Per seat of games that are over: what the result is worth, the share of the win, the lowest colour.

    A result is worth the share of the win, and a little for each point ahead of the best other seat. Alone it
    is the lowest colour.
    """
    firsts = (places == 1).astype(jnp.float32)
    share = firsts / jnp.maximum(firsts.sum(axis=1, keepdims=True), 1)
    low = tracks.min(axis=2).astype(jnp.float32)
    part = low / board.game.end
    if board.seats == 1:
        return jnp.stack([part, share, part], axis=-1)
    others = [jnp.delete(low, seat, axis=1).max(axis=1) for seat in range(board.seats)]
    lead = jnp.clip(low - jnp.stack(others, axis=1), -FAR, FAR)
    return jnp.stack([share + margin * lead, share, part], axis=-1)


def from_seat(array: Array, seat: Array) -> Array:
    """Per game a row for every seat, turned so that it begins with one of them."""
    seats = array.shape[1]
    at = (jnp.arange(seats) + seat[:, None]) % seats
    return jnp.take_along_axis(array, at.reshape(*at.shape, *[1] * (array.ndim - 2)), axis=1)


def from_first(array: Array, seat: Array) -> Array:
    """The way back: so that it begins with seat 0."""
    return from_seat(array, -seat)


class Plies(NamedTuple):
    """Of some plies of many games: axes are plies and games."""

    worth: Array  # per seat from the mover on, as the network says
    seat: Array  # that moves
    over: Array  # nothing was played: the game was dealt again
    ended: Array  # the game ended with this move
    outcome: Array  # per seat from 0 on, where it ended


def advantages(plies: Plies, worth_after: Array, seat_after: Array, decay: float) -> tuple[Array, ...]:
    """The movers' advantages, what the network should have said of every seat, what came of the games, and
    whether that is known."""
    seats = plies.worth.shape[2]

    def back(carried: tuple[Array, ...], ply: Plies) -> tuple[tuple[Array, ...], tuple[Array, ...]]:
        after, advantage, end, known = carried
        ended, over = ply.ended[:, None], ply.over[:, None]
        worth = from_first(ply.worth, ply.seat)
        step = jnp.where(ended, ply.outcome[..., WORTH], after) - worth
        advantage = jnp.where(over, 0.0, step + decay * jnp.where(ended, 0.0, advantage))
        end = jnp.where(ended[..., None], ply.outcome, end)
        known = (known | ply.ended) & ~ply.over
        own = from_seat(advantage, ply.seat)
        found = own[:, 0], own + ply.worth, from_seat(end, ply.seat), known
        return (worth, advantage, end, known), found

    games = plies.seat.shape[1]
    zeros = jnp.zeros((games, seats))
    first = from_first(worth_after, seat_after), zeros, jnp.zeros((games, seats, 3)), jnp.zeros(games, bool)
    _, found = jax.lax.scan(back, first, plies, reverse=True)
    return tuple(found)


def mean_where(values: Array, there: Array) -> Array:
    return (values * there).sum() / jnp.maximum(there.sum(), 1)


def losses_of(board: Board, weights: Any, batch: Samples, clip: float, half: bool, imitating: Array) -> Array:
    """Five losses: of the policy, of what results are worth, of how games end; the entropy of the policy and
    how far it has moved are told with them."""
    logits, seats = said(board, weights, batch.planes, batch.vector, half)
    allowed = legal(board, batch.mask)
    log_chances = jax.nn.log_softmax(jnp.where(allowed, logits, NEVER))
    log_chance = jnp.take_along_axis(log_chances, batch.action[:, None], axis=1)[:, 0]
    ratio = jnp.exp(log_chance - batch.log_chance)
    gains = ratio * batch.advantage, jnp.clip(ratio, 1 - clip, 1 + clip) * batch.advantage
    policy = jnp.where(imitating > 0, -log_chance, -jnp.minimum(*gains))
    entropy = -(jnp.exp(log_chances) * jnp.where(allowed, log_chances, 0)).sum(axis=1)
    seats = seats[:, : board.seats]
    worth = jnp.square(seats[..., WORTH] - batch.worth).mean(axis=1)
    shares = -(jax.nn.log_softmax(seats[..., SHARE]) * batch.ends[..., SHARE]).sum(axis=1)
    lows = jnp.square(seats[..., LOW] - batch.ends[..., LOW]).mean(axis=1)
    return jnp.stack(
        [
            mean_where(policy, batch.learned),
            mean_where(worth, batch.alive),
            mean_where(0.1 * shares + lows, batch.ended),
            mean_where(entropy, batch.learned),
            mean_where(batch.log_chance - log_chance, batch.learned),
        ]
    )


@partial(jax.jit, static_argnames=("board", "clip", "half", "ema_decay", "longest"), donate_argnums=1)
def step(
    board: Board,
    state: OptimiserState,
    batch: Samples,
    weighing: Weighing,
    *,
    clip: float,
    half: bool,
    ema_decay: float,
    longest: float,
) -> tuple[OptimiserState, Array]:
    """Learn from a batch. The new state, and the losses before."""

    def total(weights: Any) -> tuple[Array, Array]:
        losses = losses_of(board, weights, batch, clip, half, weighing.imitating)
        return losses[0] + losses[1] + 0.5 * losses[2] - weighing.entropy * losses[3], losses

    (_, losses), gradient = jax.value_and_grad(total, has_aux=True)(state.weights)
    return adam(state, gradient, weighing.rate, ema_decay, longest), losses


def adam(
    state: OptimiserState, gradient: Any, rate: Array, ema_decay: float, longest: float
) -> OptimiserState:
    """A step by Adam, no gradient longer than `longest`."""
    length = jnp.sqrt(sum(jnp.square(each).sum() for each in jax.tree.leaves(gradient)))
    gradient = jax.tree.map(lambda each: each * jnp.minimum(1, longest / (length + EPSILON)), gradient)
    steps = state.steps + 1
    first = jax.tree.map(lambda m, g: BETA_1 * m + (1 - BETA_1) * g, state.first_moment, gradient)
    second = jax.tree.map(lambda m, g: BETA_2 * m + (1 - BETA_2) * g * g, state.second_moment, gradient)
    scale_1, scale_2 = 1 - BETA_1**steps, 1 - BETA_2**steps
    weights = jax.tree.map(
        lambda w, m, v: w - rate * (m / scale_1) / (jnp.sqrt(v / scale_2) + EPSILON),
        state.weights,
        first,
        second,
    )
    ema = jax.tree.map(lambda mean, w: ema_decay * mean + (1 - ema_decay) * w, state.ema, weights)
    return OptimiserState(weights, ema, first, second, steps)
