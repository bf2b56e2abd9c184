"""Registration: ids of Gymnasium, and a module of PettingZoo for each game.

Nothing is compiled and no game is set up until an environment is made.
"""

from __future__ import annotations

import sys
from functools import partial
from types import ModuleType
from typing import Any

import gymnasium

from axio.rules import game_names

from .names import gymnasium_id, name_of

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
IDS = tuple(gymnasium_id(game, kind) for game in game_names() for kind in KINDS)  # of Gymnasium


def register() -> None:
    """Register every game, unless it is registered already: its ids with Gymnasium, its PettingZoo module."""
    for game in game_names():
        modules.setdefault(name_of(game), _pettingzoo_module(game))
        for kind, entries in KINDS.items():
            name = gymnasium_id(game, kind)
            if name not in gymnasium.registry:
                gymnasium.register(
                    name,
                    entries.get("entry_point"),
                    vector_entry_point=entries.get("vector_entry_point"),
                    kwargs={"game": game, **SETTINGS[kind]},
                )


modules: dict[str, ModuleType] = {}  # of PettingZoo, by name


def _pettingzoo_module(game: str) -> ModuleType:
    """A module as PettingZoo's own games are: `env` makes an environment, `raw_env` one without wrappers.

    Without wrappers it is faster, and raises on illegal choices.
    """

    def lazily(name: str) -> Any:
        if name not in ("env", "raw_env"):
            raise AttributeError(f"{module.__name__} has no {name!r}: expected env or raw_env")
        from .pettingzoo_env import TableEnv, wrapped

        return partial(wrapped if name == "env" else TableEnv, game)

    module = ModuleType(f"{__package__}.{name_of(game)}", f"The PettingZoo module of `{game}`.")
    vars(module).update(__getattr__=lazily, __all__=["env", "raw_env"])
    return sys.modules.setdefault(module.__name__, module)
