"""Self-play that goes on where it stopped: one file, written whole or not at all."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from axio.learn.checkpoint import refuse_change, write_archive
from axio.rules import Malformed

from .settings import SelfPlaySettings

FORMAT = "axio-selfplay/1"
FIXED = ("stage", "game", "channels", "blocks")  # settings that a network cannot change
COUNTS = ("steps", "updates", "samples", "seconds")

Weights: TypeAlias = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """Everything that training needs to go on."""

    settings: SelfPlaySettings
    parts: dict[str, Weights]  # as OptimiserState names them
    older: list[Weights]  # networks of old, opponents
    steps: int
    updates: int
    samples: int
    seconds: float

    def save(self, path: Path) -> None:
        facts = {"format": FORMAT, "settings": self.settings.as_data()}
        facts |= {name: getattr(self, name) for name in COUNTS}
        parts = self.parts | {str(number): each for number, each in enumerate(self.older)}
        arrays = {f"{part}/{name}": array for part, each in parts.items() for name, array in each.items()}
        write_archive(path, facts, arrays)

    @classmethod
    def load(cls, path: Path) -> Checkpoint:
        """Malformed, in one sentence, where there is no checkpoint of self-play."""
        try:
            with path.open("rb") as file, np.load(file) as found:
                facts = json.loads(str(found["facts"]))
                parts: dict[str, Weights] = defaultdict(dict)
                for part, _, name in (key.partition("/") for key in found.files if key != "facts"):
                    parts[part][name] = found[f"{part}/{name}"]
            older = [parts.pop(number) for number in sorted(filter(str.isdigit, parts), key=int)]
            settings = SelfPlaySettings.from_data(facts["settings"])
            if facts["format"] != FORMAT:
                raise ValueError(facts["format"])
            return cls(settings, dict(parts), older, **{name: facts[name] for name in COUNTS})
        except Exception as fault:  # whatever a foreign file makes of the reader
            kind = type(fault).__name__
            raise Malformed(f"{path} cannot be read ({kind}): expected a checkpoint of self-play") from None

    def resumed(self, settings: SelfPlaySettings, path: Path) -> SelfPlaySettings:
        """The settings asked for. They may differ from those of the checkpoint, but for the network's own."""
        refuse_change(path, self.settings, settings, FIXED)
        return replace(settings, seed=self.settings.seed)
