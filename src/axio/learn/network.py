"""The weights of a network: one flat array, laid out as the kernel reads it, and the scale of its inputs.

For each layer in order the array holds the matrix (inputs × outputs, row by row), then the bias.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from axio.bots.networks.weights import Network, mlp_of, read_network
from axio.kernel.device.learned.mlp import Mlp
from axio.kernel.host.network_evaluation import feature_count
from axio.rules import Malformed, game

Singles: TypeAlias = npt.NDArray[np.float32]
Sizes: TypeAlias = tuple[int, ...]  # inputs, neurons of each hidden layer, outputs

FLAT = 1e-3  # a feature whose spread is below this says nothing


class Standardisation(NamedTuple):
    """Every feature is shifted and scaled to mean 0 and spread 1 before the first layer."""

    mean: Singles
    scale: Singles

    @classmethod
    def unknown(cls, features: int) -> Standardisation:
        """Before any feature was seen: all of them count for nothing."""
        return cls(np.zeros(features, np.float32), np.zeros(features, np.float32))

    @classmethod
    def of(cls, features: npt.NDArray[Any]) -> Standardisation:
        """By the features of some positions."""
        seen = features.astype(np.float32)
        spread = seen.std(axis=0, ddof=1)
        scale = np.where(spread > FLAT, 1 / np.maximum(spread, FLAT), 0)
        return cls(seen.mean(axis=0), scale.astype(np.float32))

    @property
    def is_unknown(self) -> bool:
        return not self.scale.any()


def layers(weights: Any, sizes: Sequence[int]) -> Iterator[tuple[Any, Any]]:
    """The matrix and the bias of every layer. Works on arrays of NumPy and of JAX."""
    at = 0
    for inputs, outputs in pairwise(sizes):
        end = at + inputs * outputs
        yield weights[at:end].reshape(inputs, outputs), weights[end : end + outputs]
        at = end + outputs


def initial(sizes: Sequence[int], seed: int) -> Singles:
    """Random weights, spread by the number of inputs of each layer."""
    chance = np.random.default_rng(seed)
    parts = [
        chance.uniform(-1, 1, (inputs + 1) * outputs) / np.sqrt(inputs) for inputs, outputs in pairwise(sizes)
    ]
    return np.concatenate(parts).astype(np.float32)


def exported(weights: Singles, sizes: Sequence[int], standardisation: Standardisation) -> Mlp:
    """The network as the kernel reads it, which takes features as they are."""
    mean, scale = (each.astype(np.float64) for each in standardisation)
    (matrix, bias), *rest = layers(weights.astype(np.float64), sizes)
    first = matrix * scale[:, None]
    return mlp_of([(first, bias - mean @ first), *rest])


def network_in(path: Path, name: str) -> Network:
    """The network in a file; Malformed where it is not one of the game."""
    network = read_network(path)
    if network.leaf.sizes[0] != feature_count(game(name, 2)):
        raise Malformed(f"{path} is a network of another game: expected one of {name}")
    return network
