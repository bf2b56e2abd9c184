"""The PettingZoo module of `rota`."""

from functools import partial

from .pettingzoo_env import TableEnv, wrapped

env = partial(wrapped, "rota")  # makes an environment with the wrappers of PettingZoo's own games
raw_env = partial(TableEnv, "rota")  # the same without wrappers: faster, and raises on illegal choices

__all__ = ["env", "raw_env"]
