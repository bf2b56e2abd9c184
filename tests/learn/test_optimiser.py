"""One step of learning: the loss, its gradient, AdamW and the moving average, each beside a plain formula."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from axio.learn.network import Standardisation, initial
from axio.learn.optimiser import OptimiserState, Rates, adamw, device_of, forward, losses_of, step
from axio.learn.replay_buffer import Minibatch
from axio.rules import Malformed

SIZES = (5, 7, 4, 3)
RATES = Rates(0.01, 0.1, 0.9, (1.0, 3.0, 20.0))


def batch(seed: int = 1) -> Minibatch:
    """Six positions with up to four moves."""
    chance = np.random.default_rng(seed)
    features = chance.normal(2, 3, (6, 4, 5)).astype(np.float16)
    return Minibatch(features, chance.random((6, 4, 3), np.float32), np.array([4, 1, 3, 4, 2, 4]))


def test_losses_are_of_the_moves_there_are() -> None:
    """By hand: one position with two moves and one with a single move; what is empty counts for nothing."""
    said = np.array([[[0.0, 0.5, 0.5], [0.0, 0.5, 0.5]], [[0.0, 0.2, 0.0], [9.0, 9.0, 9.0]]], np.float32)
    targets = np.array([[[1.0, 0.5, 0.5], [0.0, 0.5, 0.9]], [[0.5, 0.0, 0.0], [0.0, 0.0, 0.0]]], np.float32)
    found = losses_of(said, Minibatch(said.astype(np.float16), targets, np.array([2, 1])))
    outcome, scores, differences = np.asarray(found).tolist()
    assert outcome == pytest.approx(np.log(2))
    assert scores == pytest.approx((0.4**2 + 0.2**2) / 2 / 3)
    assert differences == pytest.approx((2 * 0.5**2 + 2 * 0.2**2) / 3)


def test_the_gradient_is_that_of_the_loss() -> None:
    """Beside finite differences, in double precision, along every weight."""
    some, weights = batch(), initial(SIZES, 3).astype(np.float64)
    standardisation = Standardisation.of(some.features.reshape(-1, 5))

    with jax.enable_x64(True):

        def loss(weights: jax.Array) -> jax.Array:
            said = forward(weights, standardisation, some.features.astype(np.float64), SIZES)
            total: jax.Array = losses_of(said, some) @ jnp.array(RATES.losses)
            return total

        gradient = np.asarray(jax.grad(loss)(jnp.array(weights)))
        small = 1e-6 * np.eye(len(weights))
        slopes = [(loss(weights + each) - loss(weights - each)) / 2e-6 for each in small]
    assert np.abs(gradient).max() > 0.1
    assert np.allclose(gradient, np.array(slopes), atol=1e-6)


def test_adamw_is_the_textbook_formula() -> None:
    """Four steps of one weight after the other, as the paper has them (decay apart from the gradient)."""
    chance = np.random.default_rng(2)
    start = chance.normal(size=9)
    gradients = chance.normal(size=(4, 9))
    state = OptimiserState.fresh(start.astype(np.float32))
    for gradient in gradients.astype(np.float32):
        state = adamw(state, gradient, RATES)
    for at, weight in enumerate(start):
        first = second = 0.0
        for number, each in enumerate(gradients[:, at], 1):
            first, second = 0.9 * first + 0.1 * each, 0.999 * second + 0.001 * each**2
            away = first / (1 - 0.9**number) / (np.sqrt(second / (1 - 0.999**number)) + 1e-8)
            weight = weight - 0.01 * (away + 0.1 * weight)
        assert float(state.weights[at]) == pytest.approx(weight, rel=1e-4)
    assert int(state.steps) == 4


def test_the_moving_average_begins_with_the_first_step() -> None:
    """After the first step it is the weights themselves, then it follows by a tenth a step."""
    state, expected = OptimiserState.fresh(np.ones(3, np.float32)), np.zeros(3)
    for number in range(5):
        state = adamw(state, np.full(3, 1.0 + number, np.float32), RATES)
        weights = np.asarray(state.weights)
        expected = weights if number == 0 else 0.9 * expected + 0.1 * weights
        assert np.allclose(state.ema, expected, rtol=1e-6)
    assert not np.allclose(state.ema, state.weights)


def test_a_step_lowers_the_loss() -> None:
    """Learning one batch over and over makes every loss smaller."""
    some = batch()
    standardisation = Standardisation.of(some.features.reshape(-1, 5))
    state, told = jax.device_put(OptimiserState.fresh(initial(SIZES, 3))), []
    for _ in range(200):
        state, losses = step(state, standardisation, some, RATES, SIZES)
        told.append(np.asarray(losses))
    assert (told[-1] < told[0]).all()


def test_devices_have_names() -> None:
    """A device that is none, or that is not there, gets one sentence."""
    assert device_of("cpu").platform == "cpu"
    assert device_of("auto") == jax.devices()[0]
    with pytest.raises(Malformed, match="'tpu' is not a device: expected one of auto, cpu, cuda"):
        device_of("tpu")
    if jax.default_backend() == "cpu":
        with pytest.raises(Malformed, match="there is no GPU that JAX can use"):
            device_of("cuda")
