"""Compile once. `python -m tests.compiling` does it before the tests, a process for each family; where
tests are run without that, one worker compiles a family, and the others wait and load it."""

from __future__ import annotations

import multiprocessing
import os
import sys
from pathlib import Path

from axio.kernel import warm
from axio.kernel.host.cache import folder, stamp

FAMILIES = ["axio", "rota"]


def compile_all() -> None:
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    odd = int(worker.removeprefix("gw")) % 2  # two workers begin with different families
    for name in FAMILIES[::-1] if odd else FAMILIES:
        compile_family(name)


def compile_family(name: str) -> None:
    with Turn(folder() / f"{stamp()}-{name}.lock"):
        warm(name)


def main() -> int:
    """Servers that the tests start would otherwise compile too, each for itself."""
    processes = [multiprocessing.Process(target=compile_family, args=(name,)) for name in FAMILIES]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    return max(abs(process.exitcode or 0) for process in processes)


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


if __name__ == "__main__":
    sys.exit(main())
