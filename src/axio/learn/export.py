"""A trained network as an ONNX file, which plays without PyTorch."""

from __future__ import annotations

import json
import logging
import warnings
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from axio.encoding import layout
from axio.rules import game

from .form import Form, form_of
from .network import Network
from .settings import Settings

OUTPUTS = ("placements", "answers", "wins", "scores")


class Plain(nn.Module):
    """The network with its output as a plain tuple."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, planes: Tensor, vector: Tensor) -> tuple[Tensor, ...]:
        return tuple(self.network(planes, vector))


def load_network(state: dict[str, Any], settings: Settings) -> Network:
    """The network of a checkpoint, on the CPU."""
    network = Network(form_of(settings.game), settings.width, settings.blocks, settings.rank)
    network.load_state_dict(state["network"])
    return network.float()


def export(network: Network, path: Path, facts: dict[str, Any]) -> None:
    """Write the network; `facts` (how it was made) go with it. Written whole or not at all."""
    import onnx

    planes, vector = example(network.form)
    moving = dict.fromkeys((0, 2, 3), torch.export.Dim.DYNAMIC)
    beside = path.with_name(path.name + ".new")
    path.parent.mkdir(parents=True, exist_ok=True)
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # the exporter warns of parts it lacks
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            Plain(network).eval(),
            (planes, vector),
            str(beside),
            input_names=["planes", "vector"],
            output_names=list(OUTPUTS),
            dynamic_shapes={"planes": moving, "vector": {0: moving[0]}},
            external_data=False,
            verbose=False,
            dynamo=True,
        )
    model = bare(onnx.load(str(beside)))
    onnx.helper.set_model_props(model, {"axio": json.dumps(facts)})
    onnx.save(model, str(beside))
    beside.replace(path)


def bare(model: Any) -> Any:
    """Without the exporter's notes of where each node came from: they are a third of the file."""
    for node in model.graph.node:
        node.ClearField("metadata_props")
        node.ClearField("doc_string")
    model.graph.ClearField("metadata_props")
    del model.graph.value_info[:]
    return model


def example(form: Form) -> tuple[Tensor, Tensor]:
    """An input of the right shape."""
    columns, rows = layout(game(form.name, 2)).shape
    planes = torch.zeros(2, form.planes, columns, rows, dtype=torch.uint8)
    return planes, torch.zeros(2, form.vector, dtype=torch.uint8)
