"""A trained network as an ONNX file, which plays without PyTorch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from axio.kernel.mind import Mind

INPUT = "portrait"
EXPECTED, SIGHT = "expected", "sight"  # what its two parts say
OPSET = 17
READABLE_BY = 9  # version of the format, older than what any onnxruntime of these years reads


def export(mind: Mind, sight: Mind, path: Path, facts: dict[str, Any]) -> None:
    """Write both parts as one network; `facts` (how it was made) go with it. The weights of the first are
    outputs too, so that compiled code can ask for them. Written whole or not at all."""
    import onnx
    from onnx import helper, numpy_helper

    weights = [numpy_helper.from_array(array, name) for name, array in mind._asdict().items()]
    seeing = [numpy_helper.from_array(array, f"{SIGHT}_{name}") for name, array in sight._asdict().items()]
    floats, size = onnx.TensorProto.FLOAT, len(mind.first)
    said = [
        helper.make_tensor_value_info(name, floats, ["positions", mind.last.shape[1]])
        for name in (EXPECTED, SIGHT)
    ]
    graph = helper.make_graph(
        [*_nodes(helper, "", EXPECTED), *_nodes(helper, f"{SIGHT}_", SIGHT)],
        "axio",
        [helper.make_tensor_value_info(INPUT, floats, ["positions", size])],
        [*said, *(helper.make_tensor_value_info(each.name, each.data_type, each.dims) for each in weights)],
        [*weights, *seeing],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=READABLE_BY)
    helper.set_model_props(model, {"axio": json.dumps(facts)})
    onnx.checker.check_model(model)
    beside = path.with_name(path.name + ".new")
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(beside))
    beside.replace(path)


def _nodes(helper: Any, part: str, said: str) -> list[Any]:
    """Two layers and the last, which says a logit and two scores."""
    layers = ((INPUT, "first", "one"), (f"{part}seen", "second", "two"), (f"{part}thought", "last", said))
    out = {"one": f"{part}one", "two": f"{part}two", said: said}
    gemms = [
        helper.make_node("Gemm", [given, f"{part}{layer}", f"{part}{layer}_bias"], [out[to]])
        for given, layer, to in layers
    ]
    relus = [
        helper.make_node("Relu", [f"{part}one"], [f"{part}seen"]),
        helper.make_node("Relu", [f"{part}two"], [f"{part}thought"]),
    ]
    return [gemms[0], relus[0], gemms[1], relus[1], gemms[2]]
