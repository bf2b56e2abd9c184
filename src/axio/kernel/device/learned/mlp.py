"""A multilayer perceptron of any depth, with ReLU between its layers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from axio.kernel.device.shared.row import Int, Ints, Singles

OUTPUTS = (
    3  # the logit of winning; the lowest colours of the seat and of the best other, in parts of the track
)


class Mlp(NamedTuple):
    """The weights of all layers in one array: of each layer a row for every input, then the biases."""

    weights: Singles
    sizes: Ints  # inputs, hidden layers, outputs


def forward(mlp: Mlp, inputs: Singles, activations: Singles, outputs: Singles) -> None:
    """What the network says of one position. `activations` has room for all sizes together."""
    for i in range(mlp.sizes[0]):
        activations[i] = inputs[i]
    at, start = 0, 0
    layers = mlp.sizes.size - 1
    for layer in range(layers):
        given, made = mlp.sizes[layer], mlp.sizes[layer + 1]
        end = start + given
        dense(
            mlp.weights[at : at + (given + 1) * made], activations[start:end], activations[end : end + made]
        )
        at += (given + 1) * made
        start = end
        if layer + 1 < layers:
            rectify(activations[start : start + made])
    for k in range(outputs.size):
        outputs[k] = activations[start + k]


def dense(weights: Singles, given: Singles, made: Singles) -> None:
    """One layer. The inner loop runs along a row of weights, so that it vectorises; zeros are skipped."""
    bias = weights[given.size * made.size :]
    for j in range(made.size):
        made[j] = bias[j]
    for i in range(given.size):
        x = given[i]
        if x != 0:
            row = weights[i * made.size : (i + 1) * made.size]
            for j in range(made.size):
                made[j] += row[j] * x


def rectify(activations: Singles) -> None:
    for i in range(activations.size):
        activations[i] = max(activations[i], np.float32(0))


def forward_game(g: Int, mlp: Mlp, inputs: Singles, activations: Singles, outputs: Singles) -> None:
    """What the network says of position g."""
    forward(mlp, inputs[g], activations[g], outputs[g])
