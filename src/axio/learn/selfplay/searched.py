"""Learning from search: some moves of every position are tried in worlds that the seat cannot tell apart, a
few turns on, and the network learns how they differ.

A trial says far more of a move than the result of a game, and every position tells of many moves at once.
What is hidden is dealt anew for each world, so that nothing is learned that a seat could not know.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from axio.bots.networks.policy import POINT, TEMPERATURE, Board, PolicyWeights

from .games import Array, Positions, legal
from .ppo import LOW, NEVER, SHARE, WORTH, OptimiserState, adam, mean_where, said

LOSSES = ("differences", "preference", "ends")
FLOOR = 0.35  # of a win below the best move: how much worse than that a move is does not matter
SPREAD = 8.0  # the moves that are not liked most are drawn, the better ones a little more often


class Lessons(NamedTuple):
    """Positions with the moves tried in each."""

    planes: Array
    vector: Array
    actions: Array  # -1 for none
    values: Array  # of the actions
    win: Array  # the mover's share after the best of them
    low: Array  # and its lowest colour, in parts of the track


class Tried(NamedTuple):
    """What trials say of moves: the value of each, the share of the win and the lowest colour after it."""

    values: Array
    wins: Array
    lows: Array


@partial(jax.jit, static_argnames=("board", "moves", "liked", "half"))
def candidates(
    board: Board, weights: PolicyWeights, seen: Positions, key: Array, moves: int, liked: int, half: bool
) -> tuple[Array, Array, Array]:
    """Actions to try: those that the network likes best and some others; their logits; and one drawn by its
    chances."""
    logits, _ = said(board, weights, seen.planes, seen.vector, half)
    logits = jnp.where(legal(board, seen.mask) & ~seen.over[:, None], logits, NEVER)
    _, best = jax.lax.top_k(logits, liked)
    noise = jax.random.gumbel(key, logits.shape)
    rest = logits.at[jnp.arange(len(logits))[:, None], best].set(NEVER)
    _, others = jax.lax.top_k(jnp.where(rest > NEVER / 2, rest / SPREAD + noise, NEVER), moves - liked)
    actions = jnp.concatenate([best, others], axis=1)
    found = jnp.take_along_axis(logits, actions, axis=1)
    drawn = jnp.argmax(logits + noise, axis=1)
    return jnp.where(found > NEVER / 2, actions, -1).astype(jnp.int32), found, drawn.astype(jnp.int32)


@partial(jax.jit, static_argnames="board")
def judged(board: Board, outputs: Array) -> Tried:
    """From what trials give (positions, moves, worlds, outputs): the mean over the worlds."""
    win, low, other = (outputs[..., at].mean(axis=2) for at in range(3))
    end = board.game.end
    values = win + POINT * end * (low - other) if board.seats > 1 else low * end * POINT
    return Tried(values, win, low)


@jax.jit
def explained(actions: Array, logits: Array, halves: Array) -> Array:
    """How much of the differences between moves the logits explain, the noise of the trials left out: the
    values of the moves come from two halves of the worlds, which err apart."""
    there = actions >= 0
    count = jnp.maximum(there.sum(axis=1, keepdims=True), 1)

    def centred(array: Array) -> Array:
        array = jnp.where(there, array, 0)
        return jnp.where(there, array - array.sum(axis=1, keepdims=True) / count, 0)

    one, two = centred(halves[0]), centred(halves[1])
    said_ = centred(logits)
    along = (said_ * (one + two) / 2).sum()
    return along**2 / ((said_**2).sum() * (one * two).sum())


@partial(jax.jit, donate_argnums=0)
def stored(kept: Lessons, new: Lessons, at: Array) -> Lessons:
    """A replay buffer with new lessons in the place of some."""
    return Lessons(
        *(jax.lax.dynamic_update_slice_in_dim(old, each, at, 0) for old, each in zip(kept, new, strict=True))
    )


class Replay:
    """The latest lessons, so many at most."""

    def __init__(self, capacity: int) -> None:
        self.capacity, self.added = capacity, 0
        self.kept: Lessons | None = None

    def __len__(self) -> int:
        return min(self.added, self.size)

    @property
    def size(self) -> int:
        return 0 if self.kept is None else len(self.kept.win)

    def add(self, new: Lessons) -> None:
        count = len(new.win)
        if self.kept is None:
            rows = max(1, self.capacity // count) * count
            self.kept = Lessons(*(jnp.zeros((rows, *each.shape[1:]), each.dtype) for each in new))
        self.kept = stored(self.kept, new, jnp.int32(self.added % self.size))
        self.added += count

    def draw(self, key: Array, count: int) -> Lessons:
        assert self.kept is not None
        at = jax.random.randint(key, (count,), 0, len(self))
        return Lessons(*_taken(self.kept, at))


@jax.jit
def _taken(kept: Lessons, at: Array) -> Lessons:
    return Lessons(*(each[at] for each in kept))


def losses_of(board: Board, weights: Any, batch: Lessons, half: bool) -> Array:
    """Three losses: of the differences between the moves' values, of the preferences that follow from them,
    and of what the mover may expect."""
    logits, seats = said(board, weights, batch.planes, batch.vector, half)
    there = batch.actions >= 0
    logits = jnp.take_along_axis(logits, jnp.maximum(batch.actions, 0), axis=1)
    values = jnp.where(there, batch.values, NEVER)
    floor = values.max(axis=1, keepdims=True) - FLOOR
    count = jnp.maximum(there.sum(axis=1, keepdims=True), 1)

    def centred(array: Array) -> Array:
        return array - jnp.where(there, array, 0).sum(axis=1, keepdims=True) / count

    error = centred(TEMPERATURE * logits) - centred(jnp.maximum(values, floor))
    error = jnp.where((values < floor) & (error < 0), 0, error)  # worse than bad is bad enough
    some = there & (there.sum(axis=1, keepdims=True) > 1)
    wanted = jax.nn.softmax(values / TEMPERATURE, axis=1)
    chances = jax.nn.log_softmax(jnp.where(there, logits, NEVER), axis=1)
    alive = there.any(axis=1)
    others = max(board.seats - 1, 1)
    shares = jnp.concatenate(
        [batch.win[:, None], jnp.tile((1 - batch.win[:, None]) / others, others)], axis=1
    )
    shares = shares[:, : board.seats]
    ends = -(jax.nn.log_softmax(seats[:, : board.seats, SHARE]) * shares).sum(axis=1)
    ends += jnp.square(seats[:, 0, LOW] - batch.low) + jnp.square(seats[:, 0, WORTH] - values.max(axis=1))
    return jnp.stack(
        [
            mean_where(jnp.square(error), some),
            mean_where(-(wanted * jnp.where(there, chances, 0)).sum(axis=1), alive),
            mean_where(ends, alive),
        ]
    )


@partial(jax.jit, static_argnames=("board", "half", "ema_decay", "longest"), donate_argnums=1)
def step(
    board: Board,
    state: OptimiserState,
    batch: Lessons,
    rate: Array,
    *,
    half: bool,
    ema_decay: float,
    longest: float,
) -> tuple[OptimiserState, Array]:
    """Learn from a batch. The new state, and the losses before."""

    def total(weights: Any) -> tuple[Array, Array]:
        losses = losses_of(board, weights, batch, half)
        return 100 * losses[0] + 0.2 * losses[1] + 0.1 * losses[2], losses

    (_, losses), gradient = jax.value_and_grad(total, has_aux=True)(state.weights)
    return adam(state, gradient, rate, ema_decay, longest), losses
