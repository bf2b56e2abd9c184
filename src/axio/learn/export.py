"""A trained network as an ONNX file, which plays without PyTorch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from axio.kernel.mind import Mind

INPUT = "portrait"
OUTPUT = "expected"
OPSET = 17
READABLE_BY = 9  # version of the format, older than what any onnxruntime of these years reads


def export(mind: Mind, path: Path, facts: dict[str, Any]) -> None:
    """Write the network; `facts` (how it was made) go with it. Its weights are outputs too, so that compiled
    code can ask for them. Written whole or not at all."""
    import onnx
    from onnx import helper, numpy_helper

    weights = [numpy_helper.from_array(array, name) for name, array in mind._asdict().items()]
    graph = helper.make_graph(
        _nodes(helper),
        "axio",
        [helper.make_tensor_value_info(INPUT, onnx.TensorProto.FLOAT, ["positions", len(mind.first)])],
        [
            helper.make_tensor_value_info(OUTPUT, onnx.TensorProto.FLOAT, ["positions", mind.last.shape[1]]),
            *(helper.make_tensor_value_info(each.name, each.data_type, each.dims) for each in weights),
        ],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=READABLE_BY)
    helper.set_model_props(model, {"axio": json.dumps(facts)})
    onnx.checker.check_model(model)
    beside = path.with_name(path.name + ".new")
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(beside))
    beside.replace(path)


def _nodes(helper: Any) -> list[Any]:
    """Two layers and the last, which says a logit and two scores."""
    return [
        helper.make_node("Gemm", [INPUT, "first", "first_bias"], ["one"]),
        helper.make_node("Relu", ["one"], ["seen"]),
        helper.make_node("Gemm", ["seen", "second", "second_bias"], ["two"]),
        helper.make_node("Relu", ["two"], ["thought"]),
        helper.make_node("Gemm", ["thought", "last", "last_bias"], [OUTPUT]),
    ]
