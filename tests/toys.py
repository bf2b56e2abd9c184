"""The toy games in tests: registered for a while in this process, or installed for others."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from axio.rules import register, unregister

from . import toy_game

TOYS = {"patch": toy_game.patch, "comb": toy_game.comb}


@contextmanager
def registered() -> Iterator[None]:
    """The toys are games meanwhile; every other game stays the same object."""
    for name, maker in TOYS.items():
        register(name, maker)
    try:
        yield
    finally:
        for name in TOYS:
            unregister(name)


def installed(folder: Path, *points: str) -> Path:
    """A folder as pip leaves it after installing the toys' one module, for the path of another process."""
    shutil.copy(toy_game.__file__, folder / "my_games.py")
    about = folder / "my_games-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: my-games\nVersion: 1.0\n")
    named = points or [f"{name} = my_games:{name}" for name in TOYS]
    (about / "entry_points.txt").write_text("\n".join(["[axio.games]", *named]))
    return folder


def path_with(folder: Path) -> str:
    """The PYTHONPATH of a process that finds what is installed in a folder."""
    return os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
