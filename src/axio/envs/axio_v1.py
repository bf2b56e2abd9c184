"""PettingZoo's door to `axio`: `env` as it is handed out, `raw_env` without wrappers (the fastest)."""

from functools import partial

from .aec import SeatsEnv, wrapped

env = partial(wrapped, "axio")
raw_env = partial(SeatsEnv, "axio")

__all__ = ["env", "raw_env"]
