"""The network: what it says is the same wherever it runs."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch

from axio.bots.networks.judge import asking
from axio.kernel.mind import Mind
from axio.kernel.portraits import portrait_size
from axio.kernel.schooling import lessons
from axio.learn.export import export
from axio.learn.network import Network
from axio.rules import game, game_names


def looked(name: str, seats: int = 2) -> tuple[Network, torch.Tensor]:
    """A network that has seen some portraits, and these."""
    torch.manual_seed(3)
    network = Network(portrait_size(game(name, seats)), 16, 8)
    seen = torch.from_numpy(lessons(game(name, seats), 20, 1).portraits)
    network.look_at(seen)
    return network, seen


@pytest.mark.parametrize("name", game_names())
def test_a_written_network_says_the_same(name: str, tmp_path: Path) -> None:
    """PyTorch, the weights in memory and the file agree; the file holds the weights and how it was made."""
    network, seen = looked(name)
    mind, path = network.mind(), tmp_path / "some.onnx"
    sight = Network(seen.shape[1], 24, 8)
    sight.look_at(seen)
    export(mind, sight.mind(), path, {"seed": 7})
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    with torch.no_grad():
        said, sighted = network(seen).numpy(), sight(seen).numpy()
    given = {"portrait": seen.numpy()}
    assert said.std() > 0.01
    assert np.allclose(said, asking(mind)(seen.numpy()), atol=1e-4)
    assert np.allclose(said, session.run(["expected"], given)[0], atol=1e-4)
    assert np.allclose(sighted, session.run(["sight"], given)[0], atol=1e-4)
    for kept, written in zip(mind, session.run(list(Mind._fields), given), strict=True):
        assert np.array_equal(kept, written)
    assert json.loads(session.get_modelmeta().custom_metadata_map["axio"]) == {"seed": 7}


def test_numbers_that_never_differ_are_not_looked_at() -> None:
    """What is the same in all portraits says nothing, and changes nothing when it differs later."""
    network, seen = looked("axio")
    still = (seen == seen[0]).all(0)
    assert still.any() and not still.all()
    with torch.no_grad():
        assert torch.equal(network(seen), network(seen + 3 * still))
        assert not torch.equal(network(seen), network(seen + 3 * ~still))
