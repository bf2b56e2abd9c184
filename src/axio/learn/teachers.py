"""Who teaches sight: the network of the course before, or one that is there already."""

from __future__ import annotations

from pathlib import Path

from axio.bots.networks import has_network, network_file
from axio.bots.networks.weights import read_network
from axio.kernel.device.learned.mlp import Mlp
from axio.kernel.host.network_evaluation import feature_count
from axio.rules import Malformed, game

from . import checkpoint
from .network import Network


def teacher_of(name: str, folder: Path, given: str | None) -> Mlp:
    """The file that is named, else what the course `results` left in the folder, else the package's own."""
    if given is not None:
        return _read(name, Path(given))
    if (folder / "results.pt").exists():
        return _learned(folder / "results.pt")
    if has_network(name):
        return _read(name, network_file(name))
    raise Malformed(f"nobody can teach {name}: expected --teacher, or the course `results` before this one")


def _learned(path: Path) -> Mlp:
    settings, state = checkpoint.load(path)
    network = Network(feature_count(game(settings.game, 2)), settings.first, settings.second)
    weights = {name.removeprefix("module."): value for name, value in state["steady"].items()}
    network.load_state_dict({name: weights[name] for name in network.state_dict()})
    return network.mind()


def _read(name: str, path: Path) -> Mlp:
    leaf = read_network(path).leaf
    if leaf.sizes[0] != feature_count(game(name, 2)):
        raise Malformed(f"{path} is a network of another game: expected one of {name}")
    return leaf
