"""One step of learning, compiled by JAX: the forward pass, the loss, AdamW, and the mean that plays."""

from __future__ import annotations

import os
from functools import partial
from typing import Any, NamedTuple, TypeAlias

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # others may want the GPU's memory too

import jax
import jax.numpy as jnp
import numpy as np

from axio.rules import Malformed

from .network import Singles, Sizes, Standardisation, layers
from .replay_buffer import Minibatch

Array: TypeAlias = Any  # of JAX, on any device

DEVICES = ("auto", "cpu", "cuda")
LOSSES = ("outcome", "scores", "differences")
BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-8


class OptimiserState(NamedTuple):
    """What changes at every step."""

    weights: Array
    ema: Array  # exponential moving average of the weights: the network that plays
    first_moment: Array
    second_moment: Array
    steps: Array

    @classmethod
    def fresh(cls, weights: Singles) -> OptimiserState:
        return cls(weights, weights, np.zeros_like(weights), np.zeros_like(weights), np.int32(0))


class Rates(NamedTuple):
    """How far a step goes."""

    learning: float
    weight_decay: float
    ema_decay: float
    losses: tuple[float, ...]  # the weight of each loss


def device_of(name: str) -> Any:
    """The device of a name. `auto` takes a GPU where there is one."""
    if name not in DEVICES:
        raise Malformed(f"{name[:40]!r} is not a device: expected one of {', '.join(DEVICES)}")
    try:
        return jax.devices("cpu" if name == "cpu" else "cuda")[0]
    except RuntimeError:
        if name == "auto":
            return jax.devices("cpu")[0]
        raise Malformed(
            "there is no GPU that JAX can use: expected --device cpu, or the extra `cuda`"
        ) from None


def forward(weights: Array, standardisation: Standardisation, features: Array, sizes: Sizes) -> Array:
    """What the network says of positions: a logit of winning, and two scores."""
    passed = (features - standardisation.mean) * standardisation.scale
    for depth, (matrix, bias) in enumerate(layers(weights, sizes)):
        passed = (jax.nn.relu(passed) if depth else passed) @ matrix + bias
    return passed


def losses_of(said: Array, batch: Minibatch) -> Array:
    """Three losses: of the outcome (cross-entropy), of the final scores (squared error), and of the
    differences between the moves of one position (squared error of what is left after their mean). Which move
    is better is what the network will be asked, and hardly shows beside how good the position is."""
    there = (jnp.arange(said.shape[1]) < batch.counts[:, None]).astype(said.dtype)
    logits, targets = said[..., 0], batch.targets
    outcome = (there * (jax.nn.softplus(logits) - logits * targets[..., 0])).sum()
    expected = jnp.concatenate([jax.nn.sigmoid(logits)[..., None], said[..., 1:]], axis=-1)
    errors = (expected - targets) * there[..., None]
    means = errors.sum(axis=1, keepdims=True) / jnp.maximum(there.sum(axis=1), 1)[:, None, None]
    differences = (errors - means) * there[..., None]
    scores = jnp.square(errors[..., 1:]).sum() / 2
    return jnp.stack([outcome, scores, jnp.square(differences).sum()]) / there.sum()


def adamw(state: OptimiserState, gradient: Array, rates: Rates) -> OptimiserState:
    """AdamW, then the moving average of the weights, which begins at the first step's."""
    steps = state.steps + 1
    first = BETA_1 * state.first_moment + (1 - BETA_1) * gradient
    second = BETA_2 * state.second_moment + (1 - BETA_2) * jnp.square(gradient)
    direction = first / (1 - BETA_1**steps) / (jnp.sqrt(second / (1 - BETA_2**steps)) + EPSILON)
    weights = state.weights * (1 - rates.learning * rates.weight_decay) - rates.learning * direction
    kept = jnp.where(state.steps > 0, rates.ema_decay, 0.0)
    return OptimiserState(weights, kept * state.ema + (1 - kept) * weights, first, second, steps)


@partial(jax.jit, static_argnames="sizes", donate_argnums=0)
def step(
    state: OptimiserState, standardisation: Standardisation, batch: Minibatch, rates: Rates, sizes: Sizes
) -> tuple[OptimiserState, Array]:
    """Learn from a batch. The new state, and the losses before."""

    def total(weights: Array) -> tuple[Array, Array]:
        said = forward(weights, standardisation, batch.features.astype(jnp.float32), sizes)
        losses = losses_of(said, batch)
        return losses @ jnp.stack(rates.losses), losses

    gradient, losses = jax.grad(total, has_aux=True)(state.weights)
    return adamw(state, gradient, rates), losses
