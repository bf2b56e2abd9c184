"""Gymnasium's ids. Nothing is compiled, and no game is set up, until an environment is made."""

from __future__ import annotations

import gymnasium

from axio.rules import game_names

from .versions import gymnasium_id

_SEAT = "axio.envs.seat:SeatEnv"
_GAMES = "axio.envs.vector:GamesEnv"
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
IDS = tuple(gymnasium_id(game, kind) for game in game_names() for kind in KINDS)


def register() -> None:
    """Make every id known to Gymnasium; done once."""
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
