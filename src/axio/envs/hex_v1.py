"""The PettingZoo module of `hex`."""

from functools import partial

from .pettingzoo_env import TableEnv, wrapped

env = partial(wrapped, "hex")  # makes an environment with the wrappers of PettingZoo's own games
raw_env = partial(TableEnv, "hex")  # the same without wrappers: faster, and raises on illegal choices

__all__ = ["env", "raw_env"]
