"""A small network, asked without leaving compiled code: two layers over a portrait, then what it expects."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .row import Int, Singles

EXPECTED = 3  # the chance to win; the lowest colours of the seat and of the best other, in parts of the track


class Mind(NamedTuple):
    """Weights, inputs first. What is always the same of a game at all seats."""

    first: Singles  # portrait × neurons
    first_bias: Singles
    second: Singles  # neurons × neurons
    second_bias: Singles
    last: Singles  # neurons × EXPECTED
    last_bias: Singles


def consider(mind: Mind, portrait: Singles, neurons: Singles, expected: Singles) -> None:
    """What the network expects of a position. `neurons` is room for both layers."""
    one, two = mind.first_bias.size, mind.second_bias.size
    feel(mind.first, mind.first_bias, portrait, 0, neurons, 0)
    feel(mind.second, mind.second_bias, neurons, 0, neurons, one)
    feel(mind.last, mind.last_bias, neurons, one, neurons, one + two)
    for k in range(EXPECTED):
        expected[k] = neurons[one + two + k]
    expected[0] = 1 / (1 + np.exp(-expected[0]))


def feel(weights: Singles, bias: Singles, given: Singles, start: Int, neurons: Singles, at: Int) -> None:
    """One layer. What a neuron of the layer before has below zero is not passed on."""
    for j in range(bias.size):
        neurons[at + j] = bias[j]
    for i in range(weights.shape[0]):
        x = given[start + i]
        if x > 0:
            for j in range(bias.size):
                neurons[at + j] += weights[i, j] * x
