"""A network in a file: the weights of its parts, and how it was made.

The file is NumPy's .npz. It holds `format` (a number), `facts` (JSON text) and, for `leaf` and `root`,
`PART_sizes` (inputs, hidden layers, outputs) and `PART_weights`: layer by layer a row for every input, then
the biases. Where there is a policy network, each of its arrays is `policy_NAME`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from axio.kernel.device.learned.mlp import OUTPUTS, Mlp
from axio.rules import Malformed

from . import has_network, network_file
from .policy import PolicyWeights

FORMAT = 1
POLICY = "policy_"  # what the names of a policy network's arrays begin with


class Network(NamedTuple):
    """Two parts that say the same of a position, one small and quick, one that compares moves better; and a
    policy network, where the game has one."""

    leaf: Mlp  # ends rollouts
    root: Mlp  # compares moves
    facts: Mapping[str, Any]  # how it was made
    policy: PolicyWeights | None = None

    def policy_for(self, seats: int) -> PolicyWeights | None:
        """The policy network, if it has learned from games of so many seats."""
        if self.policy is None:
            return None
        mix = self.facts["policy"]["settings"]["mix"]
        return self.policy if seats <= len(mix) and mix[seats - 1] > 0 else None


@cache
def network_of(game: str) -> Network:
    """The network of a game, read once a process."""
    if not has_network(game):
        raise Malformed(f"there is no network for {game}: expected a game that has one")
    return read_network(network_file(game))


def mlp_of(layers: Sequence[tuple[npt.ArrayLike, npt.ArrayLike]]) -> Mlp:
    """A network from the weights (inputs × outputs) and biases of each layer."""
    weights = [np.asarray(each, np.float32) for each, _ in layers]
    biases = [np.asarray(each, np.float32) for _, each in layers]
    flat = [each.reshape(-1) for layer in zip(weights, biases, strict=True) for each in layer]
    return Mlp(np.concatenate(flat), np.array([weights[0].shape[0], *map(len, biases)], np.int64))


def write_network(path: Path, network: Network) -> None:
    """Write a network, whole or not at all; 16 bits a weight are enough for a policy."""
    parts = {"leaf": network.leaf, "root": network.root}
    arrays: dict[str, Any] = {}
    for part, mlp in parts.items():
        arrays |= {f"{part}_sizes": mlp.sizes, f"{part}_weights": mlp.weights}
    arrays |= {POLICY + name: np.asarray(each, np.float16) for name, each in (network.policy or {}).items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    with beside.open("wb") as file:
        told = {"format": np.array(FORMAT), "facts": np.array(json.dumps(dict(network.facts)))}
        np.savez_compressed(file, **told, **arrays)  # type: ignore[arg-type]
    beside.replace(path)


def read_network(path: Path) -> Network:
    """The network in a file; Malformed, in one sentence, where there is none."""
    try:
        return _checked(_arrays(path))
    except ValueError as fault:
        raise Malformed(f"{path} is not a network of Axio: {fault}") from None


def _arrays(path: Path) -> dict[str, npt.NDArray[Any]]:
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
            return dict(found)
    except (OSError, ValueError, EOFError, BadZipFile, TypeError, AttributeError) as fault:
        kind = type(fault).__name__
        raise Malformed(f"{path} cannot be read ({kind}): expected a network of Axio") from None


def _checked(arrays: Mapping[str, npt.NDArray[Any]]) -> Network:
    for name in ("format", "facts", "leaf_sizes", "leaf_weights", "root_sizes", "root_weights"):
        if name not in arrays:
            raise ValueError(f"it has no {name}")
    if arrays["format"].tolist() != FORMAT:
        raise ValueError(f"its format is {arrays['format'].tolist()!r}, expected {FORMAT}")
    leaf = _part("leaf", arrays["leaf_sizes"], arrays["leaf_weights"])
    root = _part("root", arrays["root_sizes"], arrays["root_weights"])
    if leaf.sizes[0] != root.sizes[0]:
        raise ValueError(f"its parts take {leaf.sizes[0]} and {root.sizes[0]} inputs, expected the same")
    facts = _facts(str(arrays["facts"]))
    policy = {name[len(POLICY) :]: each for name, each in arrays.items() if name.startswith(POLICY)}
    if not policy:
        return Network(leaf, root, facts)
    if "policy" not in facts or not all(np.isfinite(each).all() for each in policy.values()):
        raise ValueError("its policy is not made of finite numbers, or nothing says how it was made")
    return Network(leaf, root, facts, {name: np.asarray(each, np.float32) for name, each in policy.items()})


def _facts(text: str) -> dict[str, Any]:
    try:
        facts = json.loads(text)
    except ValueError:
        facts = None
    if not isinstance(facts, dict):
        raise ValueError("its facts are not a JSON object")
    return facts


def _part(name: str, sizes: npt.NDArray[Any], weights: npt.NDArray[Any]) -> Mlp:
    if sizes.ndim != 1 or sizes.size < 2 or sizes.dtype != np.int64 or sizes.min() < 1:
        raise ValueError(f"{name}_sizes are not two or more whole numbers above 0")
    if sizes[-1] != OUTPUTS:
        raise ValueError(f"its {name} has {sizes[-1]} outputs, expected {OUTPUTS}")
    count = int(((sizes[:-1] + 1) * sizes[1:]).sum())
    if weights.shape != (count,) or weights.dtype != np.float32 or not np.isfinite(weights).all():
        raise ValueError(f"{name}_weights are not the {count} finite 32-bit numbers of these sizes")
    return Mlp(np.ascontiguousarray(weights), np.ascontiguousarray(sizes))
