"""The networks that come with the package, one file for each game, and how they are asked.
See docs/programmers/training.md.

Asking which games have one loads nothing; the modules here load NumPy or the compiled kernel.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path


def network_file(game: str) -> Path:
    return Path(__file__).with_name(f"{game}.npz")


@cache
def has_network(game: str) -> bool:
    return network_file(game).is_file()
