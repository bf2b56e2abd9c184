"""Registration: ids of Gymnasium and MO-Gymnasium, and modules of PettingZoo and MOMAland for each game.

Nothing is compiled and no game is set up until an environment is made.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any, TypeAlias

import gymnasium

from axio.rules import game_names

from .names import gymnasium_id, many_objectives_id, many_objectives_name, name_of

_SEAT = "axio.envs.gymnasium_env:SeatEnv"
_GAMES = "axio.envs.gymnasium_vector_env:GamesEnv"
KINDS: dict[str, dict[str, str]] = {
    "Solo": {"entry_point": _SEAT, "vector_entry_point": _GAMES},
    "Versus": {"entry_point": _SEAT, "vector_entry_point": _GAMES},
    "SelfPlay": {"vector_entry_point": _GAMES},
}
SETTINGS: dict[str, dict[str, object]] = {
    "Solo": {},
    "Versus": {"opponents": ("greedy",), "rewards": "outcome"},
    "SelfPlay": {"seats": 2, "rewards": "outcome"},
}
TRACKS: dict[str, object] = {"rewards": "tracks"}
_Form: TypeAlias = tuple[Callable[[str, str], str], dict[str, object]]
_FORMS: tuple[_Form, ...] = ((gymnasium_id, {}), (many_objectives_id, TRACKS))
IDS = tuple(form(game, kind) for game in game_names() for form, _ in _FORMS for kind in KINDS)


def register() -> None:
    """Register every game, unless it is registered already: its Gymnasium ids, its PettingZoo modules."""
    for game in game_names():
        modules.setdefault(name_of(game), _pettingzoo_module(name_of(game), game, {}))
        many = many_objectives_name(game)
        modules.setdefault(many, _pettingzoo_module(many, game, TRACKS))
        for form, settings in _FORMS:
            for kind in KINDS:
                _register_id(form(game, kind), game, kind, settings)


def _register_id(name: str, game: str, kind: str, settings: dict[str, object]) -> None:
    if name not in gymnasium.registry:
        gymnasium.register(
            name,
            KINDS[kind].get("entry_point"),
            vector_entry_point=KINDS[kind].get("vector_entry_point"),
            disable_env_checker=bool(settings),  # Gymnasium's checker knows no reward vectors
            kwargs={"game": game, **SETTINGS[kind], **settings},
        )


modules: dict[str, ModuleType] = {}  # of PettingZoo, by name


def _pettingzoo_module(name: str, game: str, settings: dict[str, Any]) -> ModuleType:
    """A module as PettingZoo's own games are: `env` makes an environment, `raw_env` one without wrappers.

    Without wrappers it is faster, and raises on illegal choices.
    """

    def lazily(wanted: str) -> Any:
        if wanted not in ("env", "raw_env"):
            raise AttributeError(f"{module.__name__} has no {wanted!r}: expected env or raw_env")
        from .pettingzoo_env import TableEnv, wrapped

        return partial(wrapped if wanted == "env" else TableEnv, game, **settings)

    module = ModuleType(f"{__package__}.{name}", f"The PettingZoo module of `{game}`.")
    vars(module).update(__getattr__=lazily, __all__=["env", "raw_env"])
    return sys.modules.setdefault(module.__name__, module)
