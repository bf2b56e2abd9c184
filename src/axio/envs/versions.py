"""Names and versions. A version rises when the same choices could lead elsewhere, or look otherwise."""

from __future__ import annotations

VERSION = 1


def name_of(game: str) -> str:
    """PettingZoo's name: `hex_v1`."""
    return f"{game}_v{VERSION}"


def gymnasium_id(game: str, kind: str) -> str:
    """Gymnasium's id: `axio/HexSolo-v1`."""
    return f"axio/{game.capitalize()}{kind}-v{VERSION}"
