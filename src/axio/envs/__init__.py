"""The games as environments for research: Gymnasium, PettingZoo, OpenSpiel. Needs the extra `rl`.

Importing this registers the Gymnasium ids; `axio.envs.openspiel` registers the OpenSpiel game.
"""

from __future__ import annotations

from axio.extras import advice

try:
    from .registering import IDS, register
except ModuleNotFoundError as fault:
    if fault.name != "gymnasium":
        raise
    raise ModuleNotFoundError(f"axio.envs needs Gymnasium: {advice('rl')}", name=fault.name) from fault

register()

__all__ = ["IDS", "register"]
