"""The machine games are played on: its name, its cores, and how many of them a bot may use."""

from __future__ import annotations

import os
import platform
from pathlib import Path

THREADS = "AXIO_THREADS"  # what the kernel reads; named here too, because loading the kernel takes a while


def cores() -> int:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def grant(threads: int | None) -> None:
    """Let bots in this process use no more threads than these."""
    if threads is not None:
        os.environ[THREADS] = str(threads)


def machine() -> str:
    """This machine in a few words: `AMD EPYC 7763, 2 cores, CPython 3.11.7`."""
    count = cores()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{_processor()}, {count} core{'s' * (count != 1)}, {python}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, "") or platform.processor() or platform.machine()
