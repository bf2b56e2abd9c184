"""The network: what it must treat alike, and how it is kept."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
import torch

from axio.encoding.moving import action_table
from axio.encoding.symmetries import symmetries
from axio.encoding.wide import wide_table
from axio.learn.export import OUTPUTS, export
from axio.learn.field import Reading

from .positions import SEATS, played, shaken


@pytest.mark.parametrize("game", ["axio", "hex"])
def test_recoloured_positions_are_judged_alike(game: str) -> None:
    """Swap colours everywhere: every move keeps its logit under its new number, and the chances stay."""
    field, network = played(game, 2), shaken(game)
    group = [each for each in symmetries(field.batch.game) if each.matrix == (1, 0, 0, 1)]
    each = group[len(group) // 2]
    seen = field.seen()
    planes, vectors = field.batch.observe()
    recoloured = np.empty_like(vectors)
    recoloured[:, each.vector] = vectors
    wide = np.concatenate([recoloured, np.tile([[0, 1]], (field.n, 1)).astype(np.uint8)], 1)
    turned = torch.from_numpy(wide[:, wide_table(field.batch.game)])
    with torch.no_grad():
        said = network(seen.planes, seen.vector)
        again = network(torch.from_numpy(each.apply(planes)), turned)
    rules = Reading(field.batch.layout, "cpu")
    logits, others = (torch.cat([part.placements[:, rules.table], part.answers], 1) for part in (said, again))
    assert torch.allclose(logits, others[:, action_table(each)], atol=1e-4)
    assert torch.allclose(said.wins, again.wins, atol=1e-4)
    assert not torch.allclose(logits, others, atol=1e-2)


@pytest.mark.soak  # the exporter takes half a minute; what ships is looked at in tests/bots
def test_the_written_network_says_the_same(tmp_path: Path) -> None:
    """ONNX and PyTorch agree at every number of seats, and the file tells how it was made."""
    network, path = shaken("axio"), tmp_path / "axio.onnx"
    export(network, path, {"seed": 7})
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    for seats in SEATS:
        seen = played("axio", seats).seen()
        said = session.run(None, {"planes": seen.planes.numpy(), "vector": seen.vector.numpy()})
        with torch.no_grad():
            expected = network(seen.planes, seen.vector)
        for name, ours, theirs in zip(OUTPUTS, expected, said, strict=True):
            assert np.allclose(ours.numpy(), theirs, atol=1e-4), name
    (kept,) = [each.value for each in onnx.load(str(path)).metadata_props if each.key == "axio"]
    assert json.loads(kept) == {"seed": 7}
