"""The names of environments. The version rises when the same choices could lead elsewhere or an observation
looks different."""

from __future__ import annotations

VERSION = 1


def name_of(game: str) -> str:
    """The name of a game in PettingZoo, such as `hex_v1`."""
    return f"{game}_v{VERSION}"


def gymnasium_id(game: str, kind: str) -> str:
    """The id of an environment in Gymnasium, such as `axio/HexSolo-v1`."""
    return f"axio/{game.capitalize()}{kind}-v{VERSION}"
