"""Training that goes on where it stopped: one file, written whole or not at all."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import torch

from axio.rules import Malformed

from .settings import Settings

FORMAT = "axio-learn/3"
SHAPE = ("course", "game", "first", "second")  # settings a network cannot change


def save(path: Path, settings: Settings, state: dict[str, Any]) -> None:
    """Beside the file first, then in its place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    torch.save({"format": FORMAT, "settings": asdict(settings), **state}, beside)
    beside.replace(path)


def load(path: Path, device: str = "cpu") -> tuple[Settings, dict[str, Any]]:
    """The settings and the state of a checkpoint."""
    try:
        found: Any = torch.load(path, map_location=device, weights_only=True)
    except FileNotFoundError:
        raise Malformed(f"{path} is not there: expected a checkpoint of axio learn") from None
    except Exception as fault:  # whatever a foreign file makes of the reader
        raise Malformed(f"{path} cannot be read ({type(fault).__name__}): expected a checkpoint") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise Malformed(f"{path} is not a checkpoint of axio learn: expected format {FORMAT}")
    known = {field.name for field in fields(Settings)}  # another version may have had others
    return Settings(**{name: value for name, value in found["settings"].items() if name in known}), found


def resumed(settings: Settings, kept: Settings, path: Path) -> Settings:
    """Asked for and kept: they may differ, but not in the shape of the network."""
    for name in SHAPE:
        if getattr(settings, name) != getattr(kept, name):
            raise Malformed(
                f"{path} has {name} {getattr(kept, name)}: expected the same, not {getattr(settings, name)}"
            )
    return replace(settings, seed=kept.seed)
