"""What is compiled already, told without the compiler: a folder per state of the sources and family."""

from __future__ import annotations

import os
import sys
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from axio.encoding.layout import GridLayout, layout
from axio.rules import Game

MARK = "ready"


def folder() -> Path:
    """Where compiled code is kept: AXIO_CACHE, or the system's place for such things."""
    if named := os.environ.get("AXIO_CACHE"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "axio" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "axio"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "axio"


@cache
def stamp() -> str:
    """What the compiled code depends on: every source here, and the compiler."""
    digest = sha256(version("numba").encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def family_of(game: Game) -> str:
    """The family a game is compiled with: dominoes on grids, or tiles on displays."""
    return "grid" if isinstance(layout(game), GridLayout) else "display"


def family_folder(family: str) -> Path:
    return folder() / "kernel" / stamp() / family


def is_compiled(game: Game) -> bool:
    """Whether everything a game needs is on disk, to be loaded within a second or so."""
    return (family_folder(family_of(game)) / MARK).exists()


def note_compiled(game: Game) -> None:
    """Everything a game needs has been compiled; where no folder can be written nothing is noted."""
    try:
        (family_folder(family_of(game)) / MARK).touch()
    except OSError:
        return
