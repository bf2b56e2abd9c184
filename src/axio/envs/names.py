"""The names of environments. The version rises when the same choices could lead elsewhere or an observation
looks different."""

from __future__ import annotations

VERSION = 2


def name_of(game: str) -> str:
    """The name of a game in PettingZoo, such as `hex_v2`."""
    return f"{game}_v{VERSION}"


def many_objectives_name(game: str) -> str:
    """The name of a game with a reward a colour, as MOMAland writes names: `mohex_v2`."""
    return f"mo{name_of(game)}"


def gymnasium_id(game: str, kind: str) -> str:
    """The id of an environment in Gymnasium, such as `axio/HexSolo-v2`."""
    return f"axio/{game.capitalize()}{kind}-v{VERSION}"


def many_objectives_id(game: str, kind: str) -> str:
    """The id with a reward a colour, as MO-Gymnasium writes ids: `axio/mo-hex-solo-v2`."""
    return f"axio/mo-{game}-{kind.lower()}-v{VERSION}"
