"""A worker process with jobs made for tests."""

from __future__ import annotations

import os
import time
from collections.abc import Generator
from pathlib import Path

from axio.server.bots import worker
from axio.server.bots.worker import Data


def count(question: Data) -> Generator[Data, None, Data]:
    """Yields the numbers up to `to`; returns which process it was, and its priority."""
    for number in range(question["to"]):
        yield {"number": number}
    return {"process": os.getpid(), "nice": os.nice(0)}


def until(question: Data) -> Generator[Data, None, Data]:
    """Goes on until there is such a file."""
    while not Path(question["file"]).exists():
        yield {}
        time.sleep(0.01)
    return {}


def hang(question: Data) -> Generator[Data, None, Data]:
    """Makes a file, and does nothing more."""
    yield {}
    Path(question["file"]).touch()
    time.sleep(1000)
    return {}


def breaks(question: Data) -> Generator[Data, None, Data]:
    yield {}
    raise ValueError("oh no")


if __name__ == "__main__":
    setattr(worker, "JOBS", {"count": count, "until": until, "hang": hang, "breaks": breaks})  # noqa: B010  # not its own name
    worker.main()
