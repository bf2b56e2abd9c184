"""Compile once: of several test workers one compiles a family of games, the others wait and load it."""

from __future__ import annotations

import os
from pathlib import Path

from axio.kernel import warm
from axio.kernel.host.cache import folder, stamp

FAMILIES = ["axio", "rota"]


def compile_all() -> None:
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    odd = int(worker.removeprefix("gw")) % 2  # two workers begin with different families
    for name in FAMILIES[::-1] if odd else FAMILIES:
        with Turn(folder() / f"{stamp()}-{name}.lock"):
            warm(name)


class Turn:
    """One process at a time; the operating system lets go when a process dies."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file = path.open("w")

    def __enter__(self) -> None:
        try:
            import fcntl
        except ImportError:
            return  # without such locks each compiles for itself
        fcntl.flock(self.file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        self.file.close()
