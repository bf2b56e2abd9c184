"""The network: what it says is the same wherever it runs."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from axio.bots.networks.judge import asking
from axio.kernel.mind import EXPECTED, Mind
from axio.kernel.portraits import portrait_size
from axio.kernel.schooling import lessons
from axio.learn.export import export
from axio.learn.network import Singles, Sizes, Standardisation, exported, initial
from axio.learn.optimiser import forward
from axio.rules import game, game_names


def some(name: str, *hidden: int, seats: int = 2) -> tuple[Singles, Sizes, Standardisation, Singles]:
    """A random network that knows the scale of some features, and these."""
    sizes = (portrait_size(game(name, seats)), *hidden, EXPECTED)
    features = lessons(game(name, seats), 20, 1).portraits
    return initial(sizes, 3), sizes, Standardisation.of(features), features


@pytest.mark.parametrize("name", game_names())
def test_a_written_network_says_the_same(name: str, tmp_path: Path) -> None:
    """JAX, the weights in memory and the file agree; the file holds the weights and how it was made."""
    weights, sizes, standardisation, seen = some(name, 16, 8)
    mind, path = exported(weights, sizes, standardisation), tmp_path / "some.onnx"
    other, wider, _, _ = some(name, 24, 8)
    export(mind, exported(other, wider, standardisation), path, {"seed": 7})
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    said = np.asarray(forward(weights, standardisation, seen, sizes))
    sighted = np.asarray(forward(other, standardisation, seen, wider))
    given = {"portrait": seen}
    assert said.std() > 0.01
    assert np.allclose(said, asking(mind)(seen), atol=1e-4)
    assert np.allclose(said, session.run(["expected"], given)[0], atol=1e-4)
    assert np.allclose(sighted, session.run(["sight"], given)[0], atol=1e-4)
    for kept, written in zip(mind, session.run(list(Mind._fields), given), strict=True):
        assert np.array_equal(kept, written)
    assert json.loads(session.get_modelmeta().custom_metadata_map["axio"]) == {"seed": 7}


def test_features_that_never_differ_are_not_looked_at() -> None:
    """What is the same in all positions says nothing, and changes nothing when it differs later."""
    weights, sizes, standardisation, seen = some("axio", 16, 8)
    still = (seen == seen[0]).all(0)
    assert still.any() and not still.all()

    def said(features: Singles) -> Singles:
        return np.asarray(forward(weights, standardisation, features, sizes))

    assert np.array_equal(said(seen), said(seen + 3 * still.astype(np.float32)))
    assert not np.array_equal(said(seen), said(seen + 3 * (~still).astype(np.float32)))
