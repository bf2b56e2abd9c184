"""The games as environments for Gymnasium, PettingZoo and OpenSpiel. Needs the extra `rl`.

Importing this package registers the Gymnasium ids; importing `axio.envs.openspiel` registers the OpenSpiel
game.
"""

from __future__ import annotations

from axio.extras import advice

try:
    from .registration import IDS, register
except ModuleNotFoundError as fault:
    if fault.name != "gymnasium":
        raise
    raise ModuleNotFoundError(f"axio.envs needs Gymnasium: {advice('rl')}", name=fault.name) from fault

register()

__all__ = ["IDS", "register"]
