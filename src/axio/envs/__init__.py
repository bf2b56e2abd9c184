"""The games as environments for research: Gymnasium, PettingZoo, OpenSpiel. Needs the extra `rl`.

Importing this registers the Gymnasium ids; `axio.envs.openspiel` registers the OpenSpiel game.
"""

from __future__ import annotations

from .registering import IDS, register

register()

__all__ = ["IDS", "register"]
