"""The network: what it says is the same wherever it runs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from axio.bots.networks.weights import Network, read_network, write_network
from axio.kernel.device.learned.mlp import OUTPUTS
from axio.kernel.host.network_evaluation import evaluate, feature_count
from axio.kernel.host.selfplay_batch import selfplay
from axio.learn.network import Singles, Sizes, Standardisation, exported, initial
from axio.learn.optimiser import forward
from axio.rules import game, game_names


def some(name: str, *hidden: int, seats: int = 2) -> tuple[Singles, Sizes, Standardisation, Singles]:
    """A random network that knows the scale of some features, and these."""
    sizes = (feature_count(game(name, seats)), *hidden, OUTPUTS)
    features = selfplay(game(name, seats), 20, 1).features
    return initial(sizes, 3), sizes, Standardisation.of(features), features


@pytest.mark.parametrize("name", game_names())
def test_a_written_network_says_the_same(name: str, tmp_path: Path) -> None:
    """JAX and the kernel agree, whatever the depth; the file holds the weights and how they were made."""
    weights, sizes, standardisation, seen = some(name, 16, 8)
    leaf, path = exported(weights, sizes, standardisation), tmp_path / "some.npz"
    other, deeper, _, _ = some(name, 24, 8, 12)
    write_network(path, Network(leaf, exported(other, deeper, standardisation), {"seed": 7}))
    written = read_network(path)
    said = np.asarray(forward(weights, standardisation, seen, sizes))
    compared = np.asarray(forward(other, standardisation, seen, deeper))
    assert said.std() > 0.01
    assert np.allclose(said, evaluate(game(name, 2), leaf, seen), atol=1e-4)
    assert np.allclose(compared, evaluate(game(name, 2), written.root, seen), atol=1e-4)
    assert np.array_equal(leaf.weights, written.leaf.weights)
    assert np.array_equal(leaf.sizes, written.leaf.sizes)
    assert written.facts == {"seed": 7}


def test_features_that_never_differ_are_not_looked_at() -> None:
    """What is the same in all positions says nothing, and changes nothing when it differs later."""
    weights, sizes, standardisation, seen = some("axio", 16, 8)
    still = (seen == seen[0]).all(0)
    assert still.any() and not still.all()

    def said(features: Singles) -> Singles:
        return np.asarray(forward(weights, standardisation, features, sizes))

    assert np.array_equal(said(seen), said(seen + 3 * still.astype(np.float32)))
    assert not np.array_equal(said(seen), said(seen + 3 * (~still).astype(np.float32)))
