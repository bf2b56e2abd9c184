"""Which games have a network: a file by the game's name, beside this one."""

from __future__ import annotations

from functools import cache
from pathlib import Path


def network_file(game: str) -> Path:
    return Path(__file__).with_name(f"{game}.onnx")


@cache
def has_network(game: str) -> bool:
    return network_file(game).is_file()
