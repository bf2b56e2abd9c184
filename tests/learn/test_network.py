"""The network: what it says is the same wherever it runs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from axio.bots.networks.weights import read_network
from axio.kernel.host.network_evaluation import evaluate, feature_count
from axio.kernel.host.selfplay_batch import selfplay
from axio.learn.export import export
from axio.learn.network import Network
from axio.rules import game, game_names


def looked(name: str, seats: int = 2) -> tuple[Network, torch.Tensor]:
    """A network that has seen some portraits, and these."""
    torch.manual_seed(3)
    network = Network(feature_count(game(name, seats)), 16, 8)
    seen = torch.from_numpy(selfplay(game(name, seats), 20, 1).features)
    network.look_at(seen)
    return network, seen


@pytest.mark.parametrize("name", game_names())
def test_a_written_network_says_the_same(name: str, tmp_path: Path) -> None:
    """PyTorch, the weights in memory and the file agree; the file holds the weights and how it was made."""
    network, seen = looked(name)
    mind, path = network.mind(), tmp_path / "some.npz"
    sight = Network(seen.shape[1], 24, 8)
    sight.look_at(seen)
    export(mind, sight.mind(), path, {"seed": 7})
    written = read_network(path)
    with torch.no_grad():
        said, sighted = network(seen).numpy(), sight(seen).numpy()
    assert said.std() > 0.01
    assert np.allclose(said, evaluate(game(name, 2), mind, seen.numpy()), atol=1e-4)
    assert np.allclose(sighted, evaluate(game(name, 2), written.root, seen.numpy()), atol=1e-4)
    assert np.array_equal(mind.weights, written.leaf.weights)
    assert np.array_equal(mind.sizes, written.leaf.sizes)
    assert written.facts == {"seed": 7}


def test_numbers_that_never_differ_are_not_looked_at() -> None:
    """What is the same in all portraits says nothing, and changes nothing when it differs later."""
    network, seen = looked("axio")
    still = (seen == seen[0]).all(0)
    assert still.any() and not still.all()
    with torch.no_grad():
        assert torch.equal(network(seen), network(seen + 3 * still))
        assert not torch.equal(network(seen), network(seen + 3 * ~still))
