"""The games as environments for Gymnasium, PettingZoo and OpenSpiel. Needs the extra `rl`.

Importing this package registers the Gymnasium ids and makes a PettingZoo module for each game, such as
`axio.envs.hex_v2` with its `env` and `raw_env`; importing `axio.envs.openspiel` registers the OpenSpiel game.
"""

from __future__ import annotations

from types import ModuleType

from axio.extras import advice

try:
    from .registration import IDS, modules, register
    from .seeds import game_of_seed
except ModuleNotFoundError as fault:
    if fault.name != "gymnasium":
        raise
    raise ModuleNotFoundError(f"axio.envs needs Gymnasium: {advice('rl')}", name=fault.name) from fault

register()


def __getattr__(name: str) -> ModuleType:
    """The PettingZoo module of a game, also of one that was registered later."""
    register()
    if name not in modules:
        raise AttributeError(f"axio.envs has no {name!r}: expected one of {', '.join(modules)}")
    return modules[name]


__all__ = ["IDS", "game_of_seed", "modules", "register"]
