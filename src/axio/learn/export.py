"""A trained network as a file that plays without JAX."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from axio.bots.networks.weights import Network, write_network
from axio.kernel.device.learned.mlp import Mlp


def export(leaf: Mlp, root: Mlp, path: Path, facts: dict[str, Any]) -> None:
    """Write both parts as one network; `facts` (how it was made) go with it."""
    write_network(path, Network(leaf, root, facts))
