"""PettingZoo's door to `hex`: `env` as it is handed out, `raw_env` without wrappers (the fastest)."""

from functools import partial

from .aec import SeatsEnv, wrapped

env = partial(wrapped, "hex")
raw_env = partial(SeatsEnv, "hex")

__all__ = ["env", "raw_env"]
