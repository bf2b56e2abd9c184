"""The name of the machine that games are played on."""

from __future__ import annotations

import platform
from pathlib import Path

from .workers import cores


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
