"""Training that goes on where it stopped: one file, written whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from axio import __version__
from axio.kernel.device.learned.mlp import Mlp
from axio.rules import Malformed

from .network import Singles, Sizes, Standardisation, exported
from .settings import Settings, TrainingSettings

FORMAT = "axio-learn/4"
FIXED = ("stage", "game", "hidden")  # settings that a network cannot change
OF_PYTORCH = {"outcomes": "results.pt", "distillation": "sight.pt"}  # what older versions wrote
ARRAYS = ("weights", "ema", "first_moment", "second_moment", "mean", "scale", "acting")
COUNTS = ("steps", "updates", "samples", "seconds")


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """Everything that training needs to go on. Weights are flat, as in network.py."""

    settings: TrainingSettings
    sizes: Sizes
    weights: Singles
    ema: Singles
    first_moment: Singles
    second_moment: Singles
    mean: Singles  # of the features
    scale: Singles
    acting: Singles  # the network, as the kernel reads it, that makes the samples of the next update
    steps: int
    updates: int
    samples: int
    seconds: float

    def save(self, path: Path) -> None:
        facts = {"format": FORMAT, "settings": self.settings.as_data(), "sizes": self.sizes}
        facts |= {name: getattr(self, name) for name in COUNTS}
        write_archive(path, facts, {name: getattr(self, name) for name in ARRAYS})

    @classmethod
    def load(cls, path: Path) -> Checkpoint:
        """Malformed, in one sentence, where there is no checkpoint of this version."""
        try:
            with path.open("rb") as file, np.load(file) as found:
                facts = json.loads(str(found["facts"]))
                if facts["format"] != FORMAT:
                    raise Malformed(f"{path} has format {facts['format']}: expected {FORMAT}")
                settings, sizes = TrainingSettings.from_data(facts["settings"]), tuple(facts["sizes"])
                arrays = {name: found[name] for name in ARRAYS}
                return cls(settings, sizes, **arrays, **{name: facts[name] for name in COUNTS})
        except FileNotFoundError:
            raise Malformed(f"{path} is not there: expected a checkpoint of axio learn") from None
        except Malformed:
            raise
        except Exception as fault:  # whatever a foreign file makes of the reader
            kind = type(fault).__name__
            raise Malformed(f"{path} cannot be read ({kind}): expected a checkpoint of axio learn") from None

    def network(self) -> Mlp:
        """The network that plays."""
        return exported(self.ema, self.sizes, Standardisation(self.mean, self.scale))

    def facts(self) -> dict[str, Any]:
        """How the network was made."""
        return facts_of(self.settings, self.samples, self.seconds)

    def resumed(self, settings: TrainingSettings, path: Path) -> TrainingSettings:
        """The settings asked for. They may differ from those of the checkpoint, but for the network's own."""
        refuse_change(path, self.settings, settings, FIXED)
        return replace(settings, seed=self.settings.seed)


def write_archive(path: Path, facts: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write facts and arrays beside a file first, then in its place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    with beside.open("wb") as file:
        np.savez(file, facts=np.array(json.dumps(facts)), **arrays)
    beside.replace(path)


def refuse_change(path: Path, kept: object, asked: object, names: Sequence[str]) -> None:
    """Malformed where one of these settings is asked to be another than a checkpoint's."""
    for name in names:
        one, other = getattr(kept, name), getattr(asked, name)
        if one != other:
            raise Malformed(f"{path} has {name} {_text(one)}: expected the same, not {_text(other)}")


def facts_of(settings: Settings, samples: int, seconds: float) -> dict[str, Any]:
    """How a network was made, as its file says."""
    made = {"version": __version__, "settings": settings.as_data()}
    return {**made, "samples": samples, "seconds": round(seconds)}


def refuse_old(folder: Path, stage: str) -> None:
    """Malformed where a folder holds training of a version that used PyTorch, and none of this one."""
    old = folder / OF_PYTORCH.get(stage, "")
    if old.is_file() and not (folder / f"{stage}.npz").exists():
        raise Malformed(
            f"{old} is a checkpoint of PyTorch, which is not read any more: expected a new folder"
        )


def _text(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
