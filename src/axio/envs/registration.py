"""The names and versions of environments, and their registration with Gymnasium.

A version rises when the same choices could lead elsewhere or an observation looks different. Nothing is
compiled and no game is set up until an environment is made.
"""

from __future__ import annotations

import gymnasium

from axio.rules import game_names

_SEAT = "axio.envs.gymnasium_env:SeatEnv"
_GAMES = "axio.envs.gymnasium_vector_env:GamesEnv"
KINDS: dict[str, dict[str, str]] = {
    "Solo": {"entry_point": _SEAT, "vector_entry_point": _GAMES},
    "Versus": {"entry_point": _SEAT},
    "SelfPlay": {"vector_entry_point": _GAMES},
}
SETTINGS: dict[str, dict[str, object]] = {
    "Solo": {},
    "Versus": {"opponents": ("greedy",), "rewards": "outcome"},
    "SelfPlay": {"seats": 2, "rewards": "outcome"},
}
VERSION = 1


def name_of(game: str) -> str:
    """The name of a game in PettingZoo, such as `hex_v1`."""
    return f"{game}_v{VERSION}"


def gymnasium_id(game: str, kind: str) -> str:
    """The id of an environment in Gymnasium, such as `axio/HexSolo-v1`."""
    return f"axio/{game.capitalize()}{kind}-v{VERSION}"


IDS = tuple(gymnasium_id(game, kind) for game in game_names() for kind in KINDS)  # of Gymnasium


def register() -> None:
    """Register every id with Gymnasium, unless it is registered already."""
    for game in game_names():
        for kind, entries in KINDS.items():
            name = gymnasium_id(game, kind)
            if name not in gymnasium.registry:
                gymnasium.register(
                    name,
                    entries.get("entry_point"),
                    vector_entry_point=entries.get("vector_entry_point"),
                    kwargs={"game": game, **SETTINGS[kind]},
                )
